#pragma once
// The dialects `openai` and `openai_preview`: asked for by a request of the Responses API that
// tells its computer tool. To the latter a call has one action.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_openai(const SeenRequest& request);
Reply reply_in_openai(const SeenRequest& request);
inline constexpr Voice kOpenAiVoice{"openai", asks_for_openai, reply_in_openai};
}  // namespace franz::demo_vlm
