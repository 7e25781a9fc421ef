#pragma once
// An action that is written as a call in the text of a reply, as UI-TARS and GLM-V write it:
// click(start_box='(12,34)'), type(content='it's me'). Its arguments are literals, but for what
// these models get wrong:
//   unescaped_quotes  `content` holds its own quote: it runs to the last quote that a closing
//                     bracket follows; \' \" \\ \n \t in it are one character
//   loose_arguments   values without quotes: start_box=<|box_start|>(12,34)<|box_end|>
//   unclosed_call     the closing bracket is missing at the end
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/literal_call.h"

namespace franz {
struct TextAction {
  LiteralCall call;                     // its name in small letters
  std::vector<std::string_view> forms;  // the codes above
  std::string problem;                  // why it could not be read; empty: it could
};

using IsAction = bool (*)(std::string_view name);  // a name in small letters

// Whether a name with an opening bracket behind it stands at `at`.
bool begins_action(std::string_view text, std::size_t at);
// … one that is an action's.
bool begins_action(std::string_view text, std::size_t at, IsAction is_action);

// Whether the action at `at` begins with the argument `content`.
bool has_content(std::string_view text, std::size_t at);

// Where the text ends that the action at `at` may have: before a blank line, the next action's line
// or that of a label ("Thought:"). The text of `content` ends with its quote and bracket there;
// where that is nowhere so, at the end of `text`. Without `content` it is the same for every action
// up to there.
std::size_t end_of_action(std::string_view text, std::size_t at, IsAction is_action);

// The action that `piece` begins with. Linear time.
TextAction read_text_action(std::string_view piece);
}  // namespace franz
