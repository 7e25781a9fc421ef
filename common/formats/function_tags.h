#pragma once
// A function call in tags, <function=NAME><parameter=KEY>VALUE</parameter>…</function>, as Qwen3.5,
// UI-Mate and UI-TARS-2 write it, and as servers of other models do: <function name="NAME">,
// <invoke name="NAME">, <parameter name='KEY'>, and a JSON object in place of the parameters.
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
struct TaggedFunction {
  std::string name;
  // In written order. A value is without the one line end at each of its ends that the format has.
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string object;  // the text of a JSON object in place of parameters; empty: there is none
  bool is_closed = true, parameters_are_closed = true;
  std::size_t end = 0;  // after its closing tag, or of the text
  std::string problem;  // why it could not be read; empty: it could

  bool unclosed() const { return !is_closed || !parameters_are_closed; }
};

// Whether an opening tag of a function is at `at`.
bool begins_function_tag(std::string_view text, std::size_t at);
// Where the next one begins, at `from` or later; npos: nowhere.
std::size_t find_function_tag(std::string_view text, std::size_t from = 0);

// `text` begins with such a tag and holds no other function. A parameter ends at the last
// </parameter> before the next one begins, for typed text may hold the mark. Linear time.
TaggedFunction read_tagged_function(std::string_view text);
}  // namespace franz
