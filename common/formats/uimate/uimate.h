#pragma once
// UI-Mate 9B and 27B, based on Qwen3.5 and 3.6. Pictures are resized as for EvoCUA-S2. Source:
// Tencent/UI-Mate, agents/ui_mate_agent.py.
#include "common/formats/format.h"

namespace franz {
extern const Format kUimateFormat;
}  // namespace franz
