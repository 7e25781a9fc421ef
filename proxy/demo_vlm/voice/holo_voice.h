#pragma once
// The dialect `holo`: asked for by a schema with "tool_name" in <output_format>.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_holo(const SeenRequest& request);
Reply reply_in_holo(const SeenRequest& request);
inline constexpr Voice kHoloVoice{"holo", asks_for_holo, reply_in_holo};
}  // namespace franz::demo_vlm
