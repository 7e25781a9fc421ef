#pragma once
// Finds the window that a run is limited to: applies window_choice.h to the list of windows.
#include <functional>
#include <string>
#include "common/base/result.h"
#include "common/wire/turn_options.h"

namespace franz {
struct WindowAsking {
  std::string query;               // as check_window_query() accepts it
  std::string display, authority;  // as of ask_for_windows()
  std::string api_key_env;         // likewise
  // Milliseconds to wait for a matching window, for a program that is just starting.
  int wait_ms = 0;
  std::function<void()> waiting;  // called once when waiting begins; may be empty
  std::function<bool()> go_on;    // false ends the wait; empty: it is not interrupted
};

// Exit code 2: no window or several match; 3: the windows could not be listed.
struct NoWindow {
  int exit_code = 0;
  std::string text;  // several lines for the person
};

// Blocks for at most wait_ms and some seconds; call it from a thread that outlives a child.
Result<WindowTarget, NoWindow> ask_for_window(const WindowAsking& asking);
}  // namespace franz
