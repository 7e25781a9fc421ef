#pragma once
// The actions of UI-TARS 1.0, 1.5 and 2, of Doubao-1.5 and Seed-1.8, by their names:
//   click left_single left_double right_single   at start_box or point
//   hover move_to                                the pointer, at the same arguments
//   drag select                                  start_box, end_box or start_point, end_point
//   scroll(start_box or point?, direction)       kScrollNotches notches
//   hotkey(key='ctrl c')                         names between blanks, held and released
//   press keydown release keyup                  a key, until it is released or the turn ends
//   mouse_down mouse_up                          button and point; default: left, at the pointer
//   type(content)                                \n presses Enter
//   wait(time?)                                  kWaitSeconds
//   take_screenshot finished(content) infeasible(content) error_env(content) call_user
// A place is (x,y), or a box of four numbers, whose centre is used, with or without
// <|box_start|>…<|box_end|>, <point>…</point> or <bbox>…</bbox>. Sources: bytedance/UI-TARS,
// README_v1 and codes/ui_tars/action_parser.py; trycua/cua, loops/uitars2.py; OSWorld,
// mm_agents/seed_agent.py.
#include <string_view>
#include "common/formats/verbs.h"

namespace franz {
inline constexpr double kScrollNotches = 5, kWaitSeconds = 5;
extern const Verbs kUitarsVerbs;

// `name`: in lower case.
bool is_uitars_action(std::string_view name);
}  // namespace franz
