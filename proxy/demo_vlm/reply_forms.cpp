#include "proxy/demo_vlm/reply_forms.h"
#include <algorithm>
#include <array>
#include "common/wire/api/chat.h"

namespace franz::demo_vlm {
static constexpr std::array kForms{
    ReplyForm{kChatApi.name, stream_events, whole_body},
};

const ReplyForm* find_reply_form(const Api& api) {
  const auto row = std::ranges::find(kForms, api.name, &ReplyForm::api);
  return row == kForms.end() ? nullptr : &*row;
}
}  // namespace franz::demo_vlm
