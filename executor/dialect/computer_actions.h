#pragma once
// The actions of the function that models for computer use call "computer_use" or "computer":
// Qwen2.5-VL and Qwen3-VL, GUI-Owl, EvoCUA and Fara in their words, and Anthropic's computer tool.
// Sources: Qwen3-VL, cookbooks/utils/agent_function_call.py; microsoft/fara; Anthropic's
// computer_20241022, computer_20250124 and computer_toolset_20260801.
#include <string>
#include <string_view>
#include "executor/dialect/action_plan.h"
#include "executor/dialect/literal.h"

namespace franz::executor {
// Adds what the arguments ask for to the action that has begun in `plan`. `function`: as the model
// called it; one that is an action's name itself counts as that action. The action is the member
// "action", or "type" where that is missing and there is no such text to be typed. Where two
// families mean different things by a member, the member's own form decides:
// - "keys" is a list or a text, "text" of `key` a text: "ctrl+s"
// - `scroll` has "scroll_direction" and "scroll_amount" in notches, or "pixels", which are up to
//   kMaxScrollNotches notches and more are pixels, kScrollPixels a notch
// - "text" of a click or scroll names keys that are held meanwhile
// - `left_click_drag` begins at "start_coordinate", else where the pointer is
void add_computer_action(std::string_view function, const Literal& arguments, ActionPlan& plan);

inline constexpr double kMaxScrollNotches = 30, kScrollPixels = 100;
}  // namespace franz::executor
