#pragma once
// UI-Mate 9B and 27B, on Qwen3.5 and 3.6. Its pictures are resized as EvoCUA-S2 resizes
// them. Source: Tencent/UI-Mate, agents/ui_mate_agent.py.
#include "common/formats/format.h"

namespace franz {
extern const Format kUimateFormat;
}  // namespace franz
