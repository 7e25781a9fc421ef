#include "common/wire/function_tools.h"
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/tools/surface_facts.h"

namespace franz {
static std::string schema_of(const WordParameter& parameter, const Toolset& tools) {
  JsonObject schema;
  switch (parameter.type) {
    case WordType::text:
    case WordType::label:
    case WordType::key: schema.text("type", "string"); break;
    case WordType::integer:
    case WordType::window:
    case WordType::side: schema.text("type", "integer"); break;
    case WordType::count:
    case WordType::number:
      schema.text("type", parameter.type == WordType::count ? "integer" : "number");
      schema.number("minimum", static_cast<long long>(parameter.min));
      schema.number("maximum", static_cast<long long>(parameter.max));
      break;
    case WordType::choice: {
      const std::vector<std::string_view> on = choices_of(parameter, tools);
      const std::vector<std::string> choices(on.begin(), on.end());
      schema.text("type", "string").raw("enum", json_text_array(choices));
      break;
    }
    case WordType::keys:
      schema.text("type", "array").raw("items", R"({"type":"string"})");
      schema.number("minItems", static_cast<long long>(parameter.min));
      schema.number("maxItems", static_cast<long long>(parameter.max));
      break;
    case WordType::flag: schema.text("type", "boolean"); break;
    case WordType::box:
      schema.text("type", "array").raw("items", R"({"type":"number"})");
      schema.number("minItems", 2LL).number("maxItems", 4LL);
      break;
  }
  schema.text("description", parameter.help);
  return std::move(schema).finish();
}

static std::string schema_of(const Word& word, const Toolset& tools) {
  JsonObject properties;
  std::vector<std::string> required;
  for (const WordParameter& each : word.parameters) {
    properties.raw(each.name, schema_of(each, tools));
    if (each.required) required.emplace_back(each.name);
  }
  JsonObject schema;
  schema.text("type", "object").raw("properties", std::move(properties).finish());
  schema.raw("required", json_text_array(required));
  return std::move(schema).finish();
}

std::vector<FunctionTool> function_tools(const Vocabulary& vocabulary, const Toolset& tools,
                                         HelpFor where) {
  if (!vocabulary.in_request) return {};
  std::vector<FunctionTool> list;
  for (const Word* word : words_of(vocabulary, tools))
    list.push_back(
        {std::string(word->name), std::string(help_of(*word, where)), schema_of(*word, tools)});
  return list;
}

static FunctionTool own_tool(const Vocabulary& vocabulary, Size picture) {
  FunctionTool tool;
  tool.own = vocabulary.own_tool;
  for (const auto& [name, side] : {std::pair<std::string_view, int>{"{width}", picture.width},
                                   std::pair<std::string_view, int>{"{height}", picture.height}})
    if (const std::size_t at = tool.own.find(name); at != tool.own.npos)
      tool.own.replace(at, name.size(), std::to_string(side));
  return tool;
}

std::vector<FunctionTool> function_tools(const ExecutorRequest& turn) {
  const Vocabulary* vocabulary = find_vocabulary(turn.dialect);
  const SurfaceFacts* surface = find_surface_facts(turn.options.surface);
  if (vocabulary == nullptr || surface == nullptr) return {};
  if (!vocabulary->own_tool.empty()) return {own_tool(*vocabulary, turn.options.picture)};
  return function_tools(*vocabulary, Toolset::from_switches(turn.tools), surface->help);
}
}  // namespace franz
