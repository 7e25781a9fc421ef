#include "common/wire/sent_form.h"
#include "common/base/thoughts.h"
#include "common/wire/action_sentence.h"
#include "common/wire/boxed_places.h"
#include "common/wire/json_object_form.h"

namespace franz {
std::string text_in_form(SentForm form, const std::string& token) {
  switch (form) {
    case SentForm::whole: return token;
    case SentForm::without_thoughts: return without_thoughts(token, LineEnds::dropped);
    case SentForm::action_sentence: return action_sentence(token);
    case SentForm::boxed: return with_boxed_places(token);
    case SentForm::json_object: break;
  }
  return json_object_in(token);
}
}  // namespace franz
