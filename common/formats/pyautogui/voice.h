#pragma once
// How the demo model writes in this family's format; selected by a prompt with pyautogui's
// functions.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kPyautoguiVoice;
}  // namespace franz
