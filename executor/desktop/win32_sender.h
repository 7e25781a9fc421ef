#pragma once
// Sends input to Windows, marked as ours. Source: SendInput, MOUSEINPUT, KEYBDINPUT (Win32).
#include <cstdint>
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/virtual_keys.h"

namespace franz::executor {
// dwExtraInfo of all that we send, by which hooks know it.
inline constexpr std::uintptr_t kOurInput = 0x4652'414E;

// Failures are as InputDevice has them. Pressing and turning is refused (ErrorCode::missing) where
// it would reach a window of a program with more rights than ours: Windows would throw it away and
// say that it was sent ("User Interface Privilege Isolation").
class Win32Sender {
 public:
  Status move(Point at) const;
  Status button(Button button, bool down) const;
  Status turn_wheel(Wheel direction) const;
  Status key(VirtualKey key, bool down) const;
  // UTF-16 units, as if each were a key of its own, whatever the layout (KEYEVENTF_UNICODE).
  Status units(std::wstring_view units) const;

 private:
  static Status may_reach(void* window);
};

void* window_under_pointer();  // HWND
Screen virtual_desktop();      // of all monitors, physical pixels

// Lets go of every button and key that is down. Windows does not tell by whom it was pressed.
void release_pressed();
}  // namespace franz::executor
