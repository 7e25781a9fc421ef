#pragma once
// The system's hands on a real screen, of X11 or of Windows. Each function: failure if the display
// cannot be reached or lacks what input needs, in words that name it. `display`: X11's name of it,
// ":99"; empty: $DISPLAY. Windows has one only (kWindowsDisplay).
// Sources: XTEST Extension Protocol; Inter-Client Communication Conventions Manual 2.0 (ICCCM);
// Extended Window Manager Hints 1.5 (EWMH); SendInput and "Using the Clipboard" (Win32).
#include <memory>
#include <string>
#include "common/base/result.h"
#include "executor/desktop/clipboard.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/screen_windows.h"
#include "executor/desktop/takeover_watch.h"

namespace franz::executor {
// Whatever is down is released when it is destroyed, too. `watch` is told of what is sent, and ends
// a text in the middle (the failure is kTookOver); it outlives the device; null: nobody watches.
Result<std::unique_ptr<InputDevice>> open_input(const std::string& display,
                                                TakeoverWatch* watch = nullptr);
// `executor`: the path of the program that keeps what a paste has replaced (X11); empty: the one
// beside this program.
Result<std::unique_ptr<Clipboard>> open_clipboard(const std::string& display,
                                                  const std::string& executor = "");
Result<std::unique_ptr<Windows>> open_windows(const std::string& display);
}  // namespace franz::executor
