#pragma once
// The tools that the agents of H Company offer their models, in every case of letters:
//   click, double_click, triple_click, right_click, middle_click, hover · drag_and_drop ·
//   write(content, press_enter) · press_key, hotkey · scroll(direction, amount) · wait ·
//   screenshot · answer(content): the end · ask_user, hitl_…: refused
// A scroll without an amount turns kHoloNotches; more notches than kMaxScrollNotches are pixels.
// Documented are click, write and answer; the others follow the same pattern. Source:
// https://hub.hcompany.ai/agent-loop.
#include "common/formats/verbs.h"

namespace franz {
inline constexpr double kHoloNotches = 5;
extern const Verbs kHoloVerbs;
}  // namespace franz
