#pragma once
// From what stands between a call's brackets to the tool's parameters, as Python binds them.
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/tools/call.h"

namespace franz {
enum class ValueKind { none, boolean, integer, real, text, list, tuple, name };

// A literal as it was written. `value` holds booleans as 1 and 0; unused for none, list, tuple and
// name, of which only the kind matters.
struct ParsedValue {
  ValueKind kind = ValueKind::none;
  Argument value;
};

// Names point into the code.
struct ParsedArguments {
  std::vector<ParsedValue> positional;
  std::vector<std::pair<std::string_view, ParsedValue>> keywords;  // in written order, no two equal
};

// What Python raises.
struct Raised {
  std::string kind;  // "TypeError"
  std::string message;
};

// Failure, in this order: keywords in written order (unexpected, or bound already), too many
// positional ones, missing ones, then types and ranges in parameter order.
Result<Call, Raised> bind_call(const Tool& tool, ParsedArguments arguments);
}  // namespace franz
