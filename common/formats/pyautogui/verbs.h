#pragma once
// The functions in Python for pyautogui. Names are compared without case and underscores, after
// "pyautogui.", "computer." or nothing:
//   click(x, y, clicks, interval, button), leftClick, rightClick, middleClick, doubleClick,
//   tripleClick · moveTo(x, y) · dragTo(x, y, duration, button) from where the pointer is
//   move, moveRel, drag, dragRel(xOffset, yOffset): ItemPlan::move_by
//   scroll(n, x, y), vscroll, hscroll: notches, positive is up and right; more than
//   kMaxScrollNotches are units of Windows' wheel, kScrollPixels a notch
//   press(keys, presses): one key after the other · hotkey(*keys): held together
//   write, typewrite(message): a list is keys, one after the other · keyDown, keyUp(key)
//   mouseDown, mouseUp(x, y, button) · wait(seconds), sleep · screenshot()
//   terminate(status, answer or info), response(answer), answer(answer): the end
//   call_user(): refused
// A place is x and y, or a list of both as x; without either it is the pointer's position.
// Durations, intervals and tweens are ignored, since input is sent at the surface's own pace.
// Sources: pyautogui 0.9.54, whose signatures apply; OpenCUA's and Kimi's additional `computer`;
// ScaleCUA's action space.
#include "common/formats/literal_call.h"
#include "common/formats/verbs.h"

namespace franz {
// Adds what the call asks for to the current action of `plan`.
void add_pyautogui_call(LiteralCall call, ItemPlan& plan);
}  // namespace franz
