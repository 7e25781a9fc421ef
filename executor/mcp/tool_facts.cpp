#include "executor/mcp/tool_facts.h"
#include <algorithm>
#include <array>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/function_tools.h"

namespace franz::mcp {
namespace {
// A member of an object and its schema; a name that ends in '?' is optional.
struct Member {
  std::string name, schema;
};

std::string object_of(const std::vector<Member>& members, std::string_view help = {}) {
  JsonObject properties;
  std::vector<std::string> required;
  for (const Member& each : members) {
    const bool optional = each.name.ends_with('?');
    const std::string name = each.name.substr(0, each.name.size() - (optional ? 1 : 0));
    properties.raw(name, each.schema);
    if (!optional) required.push_back(name);
  }
  JsonObject schema;
  schema.text("type", "object");
  if (!help.empty()) schema.text("description", help);
  schema.raw("properties", std::move(properties).finish());
  schema.raw("required", json_text_array(required));
  return std::move(schema).finish();
}

std::string list_of(const std::string& item, std::string_view help = {}) {
  JsonObject schema;
  schema.text("type", "array");
  if (!help.empty()) schema.text("description", help);
  return std::move(schema.raw("items", item)).finish();
}

std::string value_of(std::string_view type, std::string_view help = {}) {
  JsonObject schema;
  schema.text("type", type);
  if (!help.empty()) schema.text("description", help);
  return std::move(schema).finish();
}

std::string whole() { return value_of("integer"); }
std::string text() { return value_of("string"); }

Member window_id() { return {"window_id", whole()}; }
Member notes() { return {"notes", list_of(text(), "what else there is to know")}; }
Member bounds(const std::string& name = "bounds") {
  return {name, object_of({{"x", whole()}, {"y", whole()}, {"width", whole()}, {"height", whole()}},
                          "the window's content, in pixels of the screen")};
}
Member place(const std::string& name, std::string_view help) {
  return {name, object_of({{"x", whole()}, {"y", whole()}}, help)};
}

std::string windows_result() {
  const std::string window = object_of({window_id(),
                                        {"owner_name", text()},
                                        {"pid", whole()},
                                        {"title", text()},
                                        bounds("bounds?")});
  return object_of({{"windows", list_of(window)}, notes()});
}

std::string picture_result() {
  return object_of({window_id(),
                    bounds(),
                    {"image_width", whole()},
                    {"image_height", whole()},
                    {"scale", value_of("number", "pixels of the picture for each of the screen")},
                    notes()});
}

std::string action_result() {
  JsonObject outcome;
  outcome.text("type", "string").raw("enum", R"(["done","partial","unknown","refused"])");
  JsonObject code;
  code.text("type", "string").text("description", "there only if a time limit ended the call");
  code.raw("enum", json_text_array(std::array{std::string(kTimedOut)}));
  return object_of({{"code?", std::move(code).finish()},
                    window_id(),
                    {"outcome", std::move(outcome).finish()},
                    {"why", value_of("string", "empty: there is nothing to say")},
                    place("point?", "where it was done, in pixels of the screen"),
                    place("to?", "where a drag ended, in pixels of the screen"),
                    {"changed?", value_of("boolean",
                                          "with verify: whether the picture changed "
                                          "around the place")},
                    notes()});
}

std::string change_result() {
  return object_of(
      {window_id(), {"changed", value_of("boolean")}, {"waited_s", value_of("number")}, notes()});
}

constexpr bool kDestructive = true, kHarmless = false, kIdempotent = true, kAgain = false;

constexpr std::array kFacts{
    ToolFacts{"list_windows", "List windows", ToolKind::list, kHarmless, kIdempotent,
              windows_result},
    ToolFacts{"focus_window", "Focus a window", ToolKind::act, kHarmless, kIdempotent,
              action_result},
    ToolFacts{"take_window_screenshot", "Take a picture of a window", ToolKind::picture, kHarmless,
              kIdempotent, picture_result},
    ToolFacts{"click", "Click", ToolKind::act, kDestructive, kAgain, action_result},
    ToolFacts{"type_text", "Type text", ToolKind::act, kDestructive, kAgain, action_result},
    ToolFacts{"press_key", "Press a key", ToolKind::act, kDestructive, kAgain, action_result},
    ToolFacts{"drag", "Drag", ToolKind::act, kDestructive, kAgain, action_result},
    ToolFacts{"scroll", "Scroll", ToolKind::act, kHarmless, kAgain, action_result},
    ToolFacts{"wait_for_change", "Wait for a change", ToolKind::watch, kHarmless, kIdempotent,
              change_result},
};

std::string annotations(const ToolFacts& facts) {
  const bool acts = facts.kind == ToolKind::act;
  JsonObject object;
  object.text("title", facts.title).boolean("readOnlyHint", !acts);
  object.boolean("destructiveHint", acts && facts.destructive);
  object.boolean("idempotentHint", facts.idempotent);
  // Effects of a click depend on the program.
  object.boolean("openWorldHint", acts);
  return std::move(object).finish();
}
}  // namespace

std::span<const ToolFacts> all_tool_facts() { return kFacts; }

const ToolFacts* find_tool_facts(std::string_view name) {
  const auto row = std::ranges::find(kFacts, name, &ToolFacts::name);
  return row == kFacts.end() ? nullptr : &*row;
}

const Vocabulary& tool_words() {
  static const Vocabulary& row = *find_vocabulary("mcp");
  return row;
}

bool has_places(const Word& word) {
  return std::ranges::any_of(word.parameters, [](const WordParameter& parameter) {
    return parameter.type == WordType::side;
  });
}

std::string tool_list(const Toolset& tools, const ProtocolVersion& version) {
  std::vector<std::string> list;
  for (const FunctionTool& tool : function_tools(tool_words(), tools, HelpFor::real_screen)) {
    const ToolFacts* const facts = find_tool_facts(tool.name);
    if (facts == nullptr) continue;
    JsonObject object;
    object.text("name", tool.name);
    if (version.titles) object.text("title", facts->title);
    object.text("description", tool.description).raw("inputSchema", tool.parameters);
    if (version.structured) object.raw("outputSchema", facts->result());
    if (version.annotations) object.raw("annotations", annotations(*facts));
    list.push_back(std::move(object).finish());
  }
  return json_array(list);
}
}  // namespace franz::mcp
