#pragma once
// Restores the tokens around places in a reply of UI-TARS. Its servers remove them from the text,
// but the model was trained to find them in its own turns:
//   start_box='(12,34)'  as  start_box='<|box_start|>(12,34)<|box_end|>'
#include <string>
#include "common/wire/sent_form.h"

namespace franz {
// The token of a reply's text with these tokens restored: after each start_box= and end_box= whose
// value is a list of numbers in round brackets, in quotes of either kind, escaped or not. All other
// bytes are unchanged. Linear time. Source: bytedance/UI-TARS, add_box_token.
std::string with_boxed_places(const std::string& token);
inline constexpr SentForm kBoxedPlaces{"boxed_places", with_boxed_places};
}  // namespace franz
