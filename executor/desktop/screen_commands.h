#pragma once
// The executor's commands for a screen outside of a turn. `display`: ":99"; empty: $DISPLAY. Common
// failure: the display cannot be reached or used; the message names it.
#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/watch_messages.h"
#include "executor/desktop/screen_windows.h"

namespace franz::executor {
// Topmost first.
Result<std::vector<WindowInfo>> list_windows(const std::string& display);

// Cleans up a display after its executor ended: releases all buttons and keys that are down,
// removes characters from spare keys and restores locks. Repeats this until two checks in a row
// find nothing to do, because the display may still process input. Keys that a person holds on a
// physical device stay down. Further failure: still changing after 3 s.
Status release_display(const std::string& display);

// Reports what the person at a screen does: moves the pointer into the corner (corner_of(); the
// executor never does), has it there at the start, or presses the keys that stop or resume a run.
// `panic_key`: as for key_combination(); empty: none; with shift, it resumes. Other programs do not
// get these keys unless they grabbed them before, which is reported. `release_asked` is called
// about 60 times a second; if it returns true, all buttons and keys that are down are released,
// repeatedly for a moment, because the screen may still process earlier input. Blocks until the
// display is lost or `report` returns false (no listener).
struct WatchPorts {
  std::function<bool(const WatchEvent&)> report;
  std::function<bool()> release_asked;
};
Status watch_display(const std::string& display, const std::string& panic_key,
                     const WatchPorts& ports);

// Puts `contents`, as packed by the executor's clipboard, into the clipboard and offers them until
// another program replaces them or the display is lost. X11 only: other systems keep them
// themselves.
Status keep_clipboard(const std::string& display, std::string_view contents);

// From now on, a signal that ends this process (termination, Ctrl-C, crash) first runs `executor
// --release` for the display and waits for it. SIGKILL cannot be handled: whoever sends it must run
// `executor --release`.
void release_at_end(const std::string& display);
}  // namespace franz::executor
