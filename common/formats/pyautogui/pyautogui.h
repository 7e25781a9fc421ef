#pragma once
// Models that write Python for pyautogui: OpenCUA, Kimi, EvoCUA-S1, and ScaleCUA. Source for the
// resizing: OpenGVLab/ScaleCUA.
#include "common/formats/format.h"

namespace franz {
extern const Format kPyautoguiFormat;
}  // namespace franz
