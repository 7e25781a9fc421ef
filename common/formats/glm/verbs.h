#pragma once
// The actions of GLM-4.5V and GLM-4.6V; names are compared without case:
//   left_click right_click middle_click left_double_click hover (start_box)
//   left_drag(start_box, end_box)  key(keys='ctrl+c')  type(content)
//   scroll(start_box?, direction, step=5)  WAIT() 5 s  DONE()  FAIL()
// and of phones: click double_tap (box_2d), input_text(text, box_2d?, override?), keyboard_enter,
// scroll(direction, box_2d?), wait, answer(text), status(goal_status).
// Source: zai-org/GLM-V, examples/gui-agent/glm-45v.
#include "common/formats/verbs.h"

namespace franz {
extern const Verbs kGlmVerbs, kGlmPhoneVerbs;
}  // namespace franz
