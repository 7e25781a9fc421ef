#pragma once
// The dialect `uitars`: asked for by a prompt that shows its action space.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_uitars(const SeenRequest& request);
Reply reply_in_uitars(const SeenRequest& request);
inline constexpr Voice kUitarsVoice{"uitars", asks_for_uitars, reply_in_uitars};
}  // namespace franz::demo_vlm
