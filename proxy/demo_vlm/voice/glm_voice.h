#pragma once
// The dialect `glm`: asked for by a prompt that shows left_drag with its boxes.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_glm(const SeenRequest& request);
Reply reply_in_glm(const SeenRequest& request);
inline constexpr Voice kGlmVoice{"glm", asks_for_glm, reply_in_glm};
}  // namespace franz::demo_vlm
