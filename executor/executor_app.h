#pragma once
// The shell around one turn: standard streams, the capturer as a child, and the clock.
#include <span>
#include <string>

namespace franz::executor {
// --lines: one request a line in, one answer a line out until the input ends, with one capturer
// that is kept; a line that is refused is answered so. `arguments`: without the program's name. The
// exit code: 0 done, whatever became of the capturer; 1 a wrong input message, named on standard
// error; 2 usage.
int run_executor_app(std::span<const std::string> arguments);
}  // namespace franz::executor
