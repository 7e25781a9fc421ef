#pragma once
// The window that a run is bounded to, found by what a person names: window_choice.h over the
// windows that there are.
#include <functional>
#include <string>
#include "common/base/result.h"
#include "common/wire/turn_options.h"

namespace franz {
struct WindowAsking {
  std::string query;               // as check_window_query() takes it
  std::string display, authority;  // as of ask_for_windows()
  std::string api_key_env;         // likewise
  // Milliseconds that it may take until a window fits, of a program that is just started.
  int wait_ms = 0;
  std::function<void()> waiting;  // told once, when it is waited for; may be empty
  std::function<bool()> go_on;    // false ends the wait; empty: nothing does
};

// Exit code 2: no window or several fit; 3: nobody can tell which there are.
struct NoWindow {
  int exit_code = 0;
  std::string text;  // several lines for the person
};

// Blocks, for wait_ms and some seconds at most; call it from a thread that outlives a child.
Result<WindowTarget, NoWindow> ask_for_window(const WindowAsking& asking);
}  // namespace franz
