#pragma once
// What the files for Windows share of the input that is sent.
#include <cstdint>
#include "common/geometry/screen_map.h"

namespace franz::executor {
// dwExtraInfo of all that we send, by which hooks know it.
inline constexpr std::uintptr_t kOurInput = 0x4652'414E;

Screen virtual_desktop();  // of all monitors, physical pixels

// Lets go of every button and key that is down. Windows does not tell by whom it was pressed.
void release_pressed();
}  // namespace franz::executor
