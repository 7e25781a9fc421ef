#pragma once
// A canonical call as JSON, for the formats of other tools.
#include <string>

namespace franz {
// The canonical call's arguments by the names of the tool's parameters, a JSON object:
// {"x":500,"y":300}, {"text":"hello"}, {"keys":["ctrl","s"]}. "{}" if it is not a call.
std::string arguments_json(const std::string& canonical_call);
// The tool of a canonical call: "left_click"; "" if it is not a call.
std::string tool_name(const std::string& canonical_call);
}  // namespace franz
