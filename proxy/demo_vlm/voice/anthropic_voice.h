#pragma once
// The dialect `anthropic`: asked for by a request that tells the function computer.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_anthropic(const SeenRequest& request);
Reply reply_in_anthropic(const SeenRequest& request);
inline constexpr Voice kAnthropicVoice{"anthropic", asks_for_anthropic, reply_in_anthropic};
}  // namespace franz::demo_vlm
