#pragma once
// Lists the windows of a real screen by running `executor`, for programs without desktop code.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/wire/window_messages.h"

namespace franz {
// The topmost first. `display`: an X11 display name, ":99", or kWindowsDisplay; empty: the one that
// the environment names. `api_key_env`: as for run_program(). `authority`: a path for XAUTHORITY;
// empty: the environment's. Blocks for at most some seconds; call it from a thread that outlives
// the child. Failure: why they could not be listed, with the executor's message if there is one.
Result<std::vector<ListedWindow>> ask_for_windows(const std::string& display,
                                                  const std::string& api_key_env = "",
                                                  const std::string& authority = "");

// Gives the keyboard to a listed window. Parameters and failure: as above.
Status activate_window(std::uint64_t id, const std::string& display,
                       const std::string& api_key_env = "", const std::string& authority = "");
}  // namespace franz
