#pragma once
// The tools that H Company's agents offer their models; names are compared without case:
//   click, double_click, triple_click, right_click, middle_click, hover · drag_and_drop ·
//   write(content, press_enter) · press_key, hotkey · scroll(direction, amount) · wait ·
//   screenshot · answer(content): the end · ask_user, hitl_…: refused
// A scroll without an amount turns kHoloNotches; more notches than kMaxScrollNotches are pixels.
// Only click, write and answer are documented; the others follow the same pattern. Source:
// https://hub.hcompany.ai/agent-loop.
#include "common/formats/verbs.h"

namespace franz {
inline constexpr double kHoloNotches = 5;
extern const Verbs kHoloVerbs;
}  // namespace franz
