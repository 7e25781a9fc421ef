#pragma once
// The dialect `pyautogui`: asked for by a prompt that shows the functions of pyautogui.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_pyautogui(const SeenRequest& request);
Reply reply_in_pyautogui(const SeenRequest& request);
inline constexpr Voice kPyautoguiVoice{"pyautogui", asks_for_pyautogui, reply_in_pyautogui};
}  // namespace franz::demo_vlm
