#pragma once
// The parts of an X11 screen, for open_parts_posix.cpp. Parameters and failures: as for the
// functions without x11_ in their names.
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "executor/desktop/clipboard.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/launcher.h"
#include "executor/desktop/screen_commands.h"
#include "executor/desktop/screen_windows.h"
#include "executor/desktop/takeover_watch.h"

namespace franz::executor {
Result<std::unique_ptr<InputDevice>> open_x11_input(const std::string& display,
                                                    TakeoverWatch* watch);
Result<std::unique_ptr<Clipboard>> open_x11_clipboard(const std::string& display,
                                                      const std::string& executor);
Result<std::unique_ptr<Windows>> open_x11_windows(const std::string& display);
Result<std::unique_ptr<TakeoverWatch>> open_x11_takeover_watch(const std::string& display);
std::unique_ptr<Launcher> make_x11_launcher(std::string display, std::vector<std::string> prefix);
Status release_x11_display(const std::string& display);
Status watch_x11_display(const std::string& display, const std::string& panic_key,
                         const WatchPorts& ports);
}  // namespace franz::executor
