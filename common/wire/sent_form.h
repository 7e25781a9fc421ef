#pragma once
// In which form the text of a reply is sent back to its model. A form is a pure function of the
// text's JSON string token that cuts or adds by offsets, so that all bytes that stay are those that
// were received; whoever checks a request compares with the digest of the same function.
#include <array>
#include <string>
#include <string_view>

namespace franz {
enum class SentForm {
  whole,             // to the byte
  without_thoughts,  // base/thoughts.h; line ends behind them dropped
  action_sentence,   // what stands behind "Action:", to the line's end (wire/action_sentence.h)
  boxed,             // with the tokens around places (wire/boxed_places.h)
  json_object,       // the object, without thoughts and text around it (wire/json_object_form.h)
};
inline constexpr std::array kSentForms = {SentForm::whole, SentForm::without_thoughts,
                                          SentForm::action_sentence, SentForm::boxed,
                                          SentForm::json_object};

// The token of a reply's text in that form. Total: any token has every form. Linear time.
std::string text_in_form(SentForm form, const std::string& token);
}  // namespace franz
