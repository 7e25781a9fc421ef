#pragma once
#include <span>
#include <string>

namespace franz::capturer {
// Without a flag: one request from standard input, one reply to standard output. With --lines: one
// a line, until the input ends; a line that is refused is answered so, and exits 0. Returns the
// exit code: 0 replied; 1 refused, with one line on standard error that names the field; 2 usage.
int run_capturer_app(std::span<const std::string> arguments);
}  // namespace franz::capturer
