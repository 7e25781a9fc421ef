#pragma once
// The parts of a screen behind a bridge (common/desktop/bridge_connection.h). Failure of all
// functions: there is no bridge; the message names the display.
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "executor/desktop/clipboard.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/launcher.h"
#include "executor/desktop/screen_windows.h"

namespace franz::executor {
// What it pressed is released when it is destroyed, or when this process ends in any way.
Result<std::unique_ptr<InputDevice>> open_bridge_input(const std::string& display);
// Text that the screen's clipboard cannot carry is typed instead; the report says so.
Result<std::unique_ptr<Clipboard>> open_bridge_clipboard(const std::string& display);
// Without any window where the screen does not report them.
Result<std::unique_ptr<Windows>> open_bridge_windows(const std::string& display);
// For programs in the Wayland session behind the bridge.
std::unique_ptr<Launcher> make_wayland_launcher(std::string display,
                                                std::vector<std::string> prefix);
// Releases all buttons and keys that are down.
Status release_bridge(const std::string& display);
}  // namespace franz::executor
