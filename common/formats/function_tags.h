#pragma once
// A function call in tags, <function=NAME><parameter=KEY>VALUE</parameter>…</function>, as Qwen3.5
// and UI-TARS-2 write it.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
inline constexpr std::string_view kFunctionTag = "<function=";

struct TaggedFunction {
  std::string name;
  // In written order. A value is without the one line end at each of its ends that the format has.
  std::vector<std::pair<std::string, std::string>> parameters;
  bool unclosed = false;  // </function> or </parameter> is missing
  std::string problem;    // why it could not be read; empty: it could
};

// `text` begins with kFunctionTag and holds no other function. A parameter ends at the last
// </parameter> before the next one begins, for typed text may hold the mark. Linear time.
TaggedFunction read_tagged_function(std::string_view text);
}  // namespace franz
