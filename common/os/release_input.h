#pragma once
// Lets go of what an executor that did not come to its end holds down on a real screen.
#include <string>
#include "common/base/result.h"

namespace franz {
// Runs `executor --release`, which also gives back what was borrowed of the keyboard. `display`: as
// it takes it. `api_key_env`: as run_program() has it. Blocks, some seconds at most; call it from a
// thread that outlives the child. Failure: keys and buttons may still be down; in words for people.
Status release_input(const std::string& display, const std::string& api_key_env = "");
}  // namespace franz
