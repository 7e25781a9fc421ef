#pragma once
// The functions that models which write Python for pyautogui call, in the terms of an ActionPlan.
// Sources: pyautogui 0.9.54, whose signatures hold; OpenCUA's and Kimi's `computer` beside it;
// ScaleCUA's action space.
#include "executor/dialect/action_plan.h"
#include "executor/dialect/literal_call.h"

namespace franz::executor {
// Adds what the call asks for to the action that has begun in `plan`. Arguments may stand in their
// place or have their name; durations, intervals and tweens are passed over, since input is sent at
// the surface's own pace. The names, in any case and with or without underscores, behind
// "pyautogui.", "computer." or nothing:
//   click(x, y, clicks, interval, button), leftClick, rightClick, middleClick, doubleClick,
//   tripleClick · moveTo(x, y) · dragTo(x, y, duration, button) from where the pointer is
//   move, moveRel, drag, dragRel(xOffset, yOffset): ActionPlan::move_by
//   scroll(n, x, y), vscroll, hscroll: notches, positive is up and right; what is more than
//   kMaxScrollNotches (computer_actions.h) is Windows' unit of a wheel, kScrollPixels a notch
//   press(keys, presses): one key after the other · hotkey(*keys): held together
//   write, typewrite(message): a list is keys, one after the other · keyDown, keyUp(key)
//   mouseDown, mouseUp(x, y, button) · wait(seconds), sleep · screenshot()
//   terminate(status, answer or info), response(answer), answer(answer): the end
//   call_user(): refused, nobody answers
// A place is x and y, or a list of both as x; neither is where the pointer is.
void add_pyautogui_call(const LiteralCall& call, ActionPlan& plan);
}  // namespace franz::executor
