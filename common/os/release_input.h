#pragma once
// Releases keys and buttons that a failed executor left pressed on a real screen.
#include <string>
#include "common/base/result.h"

namespace franz {
// Runs `executor --release`, which also restores borrowed keyboard mappings. `display`: as the
// executor takes it. `api_key_env`: as for run_program(). Blocks for at most some seconds; call it
// from a thread that outlives the child. Failure: keys and buttons may still be pressed; the
// message is for people.
Status release_input(const std::string& display, const std::string& api_key_env = "");
}  // namespace franz
