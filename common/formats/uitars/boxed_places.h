#pragma once
// The places of a reply of UI-TARS with the tokens that its servers leave out of their text, and
// that it was trained to find in its own turns:
//   start_box='(12,34)'  as  start_box='<|box_start|>(12,34)<|box_end|>'
#include <string>
#include "common/wire/sent_form.h"

namespace franz {
// The token of a reply's text with the tokens put back: behind each start_box= and end_box= whose
// value is, in quotes of either kind, escaped or not, a list of numbers in round brackets. All
// other bytes as they are. Linear time. Source: bytedance/UI-TARS, add_box_token.
std::string with_boxed_places(const std::string& token);
inline constexpr SentForm kBoxedPlaces{"boxed_places", with_boxed_places};
}  // namespace franz
