#pragma once
#include <string>
#include <string_view>

namespace franz::proxy {
// Text for a terminal: each control character (C0, DEL, C1) reads as a blank and wrong bytes as
// U+FFFD, so that neither a model's words nor a tampered file can steer the terminal.
std::string printable(std::string_view text);
}  // namespace franz::proxy
