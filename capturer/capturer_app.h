#pragma once
#include <span>
#include <string>

namespace franz::capturer {
// Without a flag: reads one request from standard input and writes one reply to standard output.
// With --lines: one request per line until the input ends; a refused line also gets a reply, and
// the exit code is 0. Returns the exit code: 0 replied; 1 refused, with one line on standard error
// that names the field; 2 usage.
int run_capturer_app(std::span<const std::string> arguments);
}  // namespace franz::capturer
