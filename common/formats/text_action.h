#pragma once
// Reads an action that is written as a call in the text of a reply, as UI-TARS and GLM-V write it:
// click(start_box='(12,34)'), type(content='it's me'). Its arguments are literals, with the errors
// that these models make:
//   unescaped_quotes  `content` contains its own quote: it extends to the last quote before a
//                     closing bracket; \' \" \\ \n \t in it are one character
//   loose_arguments   values without quotes: start_box=<|box_start|>(12,34)<|box_end|>
//   unclosed_call     the closing bracket is missing at the end
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/literal_call.h"

namespace franz {
struct TextAction {
  LiteralCall call;                     // its name in lower case
  std::vector<std::string_view> forms;  // the codes above
  std::string problem;                  // why it could not be read; empty: it was read
};

using IsAction = bool (*)(std::string_view name);  // a name in lower case

// Whether a name followed by an opening bracket is at `at`.
bool begins_action(std::string_view text, std::size_t at);
// The same for the name of an action.
bool begins_action(std::string_view text, std::size_t at, IsAction is_action);

// Whether the first argument of the action at `at` is `content`.
bool has_content(std::string_view text, std::size_t at);

// The limit of the text for the action at `at`: before a blank line, the next action's line or a
// label's line ("Thought:"). The text of `content` must end with its quote and bracket there; if it
// never does, the limit is the end of `text`. Without `content` the limit is the same for every
// action before it.
std::size_t end_of_action(std::string_view text, std::size_t at, IsAction is_action);

// Reads the action at the beginning of `piece`. Linear time.
TextAction read_text_action(std::string_view piece);
}  // namespace franz
