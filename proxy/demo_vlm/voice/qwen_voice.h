#pragma once
// The dialect `qwen`: asked for by a system message with the function computer_use.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_qwen(const SeenRequest& request);
Reply reply_in_qwen(const SeenRequest& request);
inline constexpr Voice kQwenVoice{"qwen", asks_for_qwen, reply_in_qwen};
}  // namespace franz::demo_vlm
