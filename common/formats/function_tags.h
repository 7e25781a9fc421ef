#pragma once
// Reads a function call in tags, <function=NAME><parameter=KEY>VALUE</parameter>…</function>, as in
// Qwen3.5, UI-Mate and UI-TARS-2, and variants of other models' servers: <function name="NAME">,
// <invoke name="NAME">, <parameter name='KEY'>, and a JSON object instead of the parameters.
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
struct TaggedFunction {
  std::string name;
  // In written order. One line end at each end of a value belongs to the format and is removed.
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string object;  // a JSON object instead of parameters; empty: none
  bool is_closed = true, parameters_are_closed = true;
  std::size_t end = 0;  // after its closing tag, or the end of the text
  std::string problem;  // why it could not be read; empty: it was read

  bool unclosed() const { return !is_closed || !parameters_are_closed; }
};

// Whether an opening tag of a function is at `at`.
bool begins_function_tag(std::string_view text, std::size_t at);
// Where the next one begins, at `from` or later; npos: none.
std::size_t find_function_tag(std::string_view text, std::size_t from = 0);

// `text` must begin with such a tag and contain no other function. A parameter ends at the last
// </parameter> before the next one begins, because typed text may contain the mark. Linear time.
TaggedFunction read_tagged_function(std::string_view text);
}  // namespace franz
