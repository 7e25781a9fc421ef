#include "proxy/demo_vlm/reply_forms.h"
#include <algorithm>
#include <array>
#include "common/wire/api/chat.h"
#include "common/wire/api/responses.h"

namespace franz::demo_vlm {
static constexpr std::array kForms{
    ReplyForm{kChatApi.name, "chatcmpl-", stream_events, whole_body},
    ReplyForm{kResponsesApi.name, "resp_", responses_stream_events, responses_whole_body},
};

const ReplyForm* find_reply_form(const Api& api) {
  const auto row = std::ranges::find(kForms, api.name, &ReplyForm::api);
  return row == kForms.end() ? nullptr : &*row;
}
}  // namespace franz::demo_vlm
