#pragma once
// The shell around one turn: standard streams, the capturer as a child, and the clock.
#include <span>
#include <string>

namespace franz::executor {
// --lines: reads one request per line and writes one reply per line until the input ends, with one
// capturer for all of them; a refused line also gets a reply. `arguments`: without the program's
// name. Returns the exit code: 0 done, even if the capturer failed; 1 wrong input message, named on
// standard error; 2 usage.
int run_executor_app(std::span<const std::string> arguments);
}  // namespace franz::executor
