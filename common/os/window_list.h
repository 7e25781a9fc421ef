#pragma once
// The windows of a real screen, for programs that have no desktop code: `executor` is asked.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/wire/window_messages.h"

namespace franz {
// The topmost first. `display`: X11's name of it, ":99", or kWindowsDisplay; empty: the one that
// the environment names. `api_key_env`: as run_program() has it. `authority`: a path for
// XAUTHORITY; empty: the environment's. Blocks, some seconds at most; call it from a thread that
// outlives the child. Failure: why they could not be listed, in the executor's words where it has
// any.
Result<std::vector<ListedWindow>> ask_for_windows(const std::string& display,
                                                  const std::string& api_key_env = "",
                                                  const std::string& authority = "");
}  // namespace franz
