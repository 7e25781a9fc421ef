#pragma once
// The hands on an X11 screen. Each function: failure if the display cannot be reached or lacks an
// extension, in words that name it. `display`: ":99"; empty: $DISPLAY.
// Sources: XTEST Extension Protocol; Inter-Client Communication Conventions Manual 2.0 (ICCCM);
// Extended Window Manager Hints 1.5 (EWMH).
#include <memory>
#include <string>
#include "common/base/result.h"
#include "executor/desktop/clipboard.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/takeover_watch.h"
#include "executor/desktop/windows.h"

namespace franz::executor {
// Whatever is down is released when it is destroyed, too. `watch` is told of what is sent, and ends
// a text in the middle (the failure is kTookOver); it outlives the device; null: nobody watches.
Result<std::unique_ptr<InputDevice>> open_x11_input(const std::string& display,
                                                    TakeoverWatch* watch = nullptr);
Result<std::unique_ptr<Clipboard>> open_x11_clipboard(const std::string& display);
Result<std::unique_ptr<Windows>> open_x11_windows(const std::string& display);
}  // namespace franz::executor
