#pragma once
// The tools of Holo's agents, in the terms of an ActionPlan. What H Company documents: click,
// write, answer; the others under the names and parameters that such tools usually have.
// Source: https://hub.hcompany.ai/agent-loop.
#include <string_view>
#include "executor/dialect/action_plan.h"
#include "executor/dialect/literal.h"

namespace franz::executor {
// Adds what the tool is to do to the action that has begun in `plan`; `arguments` are an object,
// whose "element" tells people what is meant. Names count in any case. A place is x and y, or
// "coordinates" (or "coordinate", "point", "position") with both; where a tool may do without one,
// it is where the pointer is.
//   click (click_at, click_element, click_absolute, left_click), double_click, triple_click,
//   right_click, middle_click · hover (move, move_to, mouse_move)
//   drag_and_drop (drag, drag_to): from start_x, start_y (or from_x, x1, x) to end_x, end_y (or
//   to_x, target_x, x2); without the first from where the pointer is
//   write (type, write_text, type_text, write_element): content, or text; press_enter, clear; with
//   a place that is clicked first
//   press_key (press, key, key_press), hotkey (press_keys, key_combination): key or keys, held
//   together; repeat
//   scroll (scroll_at): direction; amount (or clicks) in notches, more than kMaxScrollNotches
//   (computer_actions.h) are pixels; without one kHoloNotches
//   wait (sleep): seconds · screenshot (observe)
//   answer (finish, done): content, or answer: the end · hitl_…, ask_user: refused
void add_holo_tool(std::string_view name, const Literal& arguments, ActionPlan& plan);

inline constexpr double kHoloNotches = 5;
}  // namespace franz::executor
