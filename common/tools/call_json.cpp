#include "common/tools/call_json.h"
#include <variant>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/overload.h"
#include "common/tools/call.h"

namespace franz {
static std::string value_json(const Argument& argument) {
  return std::visit(Overload{
                        [](const Integer& integer) {
                          return (integer.negative ? "-" : "") + std::to_string(integer.magnitude);
                        },
                        [](double number) { return json_number(number); },
                        [](const std::string& text) { return quote_json(text); },
                    },
                    argument);
}

std::string arguments_json(const std::string& canonical_call) {
  const Result<Call> call = parse_canonical_call(canonical_call);
  if (!call.ok()) return "{}";
  const std::span<const Parameter> parameters = tool_of(call.value().tool).parameters;
  JsonObject object;
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < call.value().arguments.size(); ++i) {
    const bool is_key = i >= parameters.size() || parameters[i].kind == ParameterKind::keys;
    std::string json = value_json(call.value().arguments[i]);
    if (is_key) {
      keys.push_back(std::move(json));
    } else {
      object.raw(parameters[i].name, json);
    }
  }
  if (!keys.empty()) object.raw("keys", json_array(keys));
  return object.finish();
}

std::string tool_name(const std::string& canonical_call) {
  const Result<Call> call = parse_canonical_call(canonical_call);
  return call.ok() ? std::string(tool_of(call.value().tool).name) : "";
}
}  // namespace franz
