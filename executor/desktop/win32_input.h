#pragma once
// Shared by the Windows files that send or watch input.
#include <cstdint>
#include "common/geometry/screen_map.h"

namespace franz::executor {
// dwExtraInfo of all input that we send; hooks recognise it by this.
inline constexpr std::uintptr_t kOurInput = 0x4652'414E;

Screen virtual_desktop();  // all monitors, physical pixels

// Releases all buttons and keys that are down. Windows does not report who pressed them.
void release_pressed();
}  // namespace franz::executor
