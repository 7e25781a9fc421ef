#pragma once
// How the demo model writes in the format of this family; asked for by a prompt with pyautogui's
// functions.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kPyautoguiVoice;
}  // namespace franz
