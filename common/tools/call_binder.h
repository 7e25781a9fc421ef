#pragma once
// Binds the arguments in a call's brackets to the tool's parameters, as Python does.
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/tools/call.h"

namespace franz {
enum class ValueKind { none, boolean, integer, real, text, list, tuple, name };

// A literal as written. `value` holds booleans as 1 and 0; unused for none, list, tuple and name,
// for which only the kind matters.
struct ParsedValue {
  ValueKind kind = ValueKind::none;
  Argument value;
};

// Names refer to the code.
struct ParsedArguments {
  std::vector<ParsedValue> positional;
  std::vector<std::pair<std::string_view, ParsedValue>>
      keywords;  // in written order, without duplicates
};

// A Python exception.
struct Raised {
  std::string kind;  // "TypeError"
  std::string message;
};

// Failures are checked in this order: keywords in written order (unexpected, or already bound), too
// many positional arguments, missing ones, then types and ranges in parameter order.
Result<Call, Raised> bind_call(const Tool& tool, ParsedArguments arguments);
}  // namespace franz
