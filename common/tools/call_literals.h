#pragma once
// What the number and string tokens of the call language mean.
#include <optional>
#include <string>
#include <string_view>
#include "common/tools/call.h"

namespace franz {
// The value of a number token: decimal, 0x 0o 0b, underscores, floats. A decimal integer above
// 2^63 - 1 is the nearest float, inf when there is none. Nothing: 0x, 0o, 0b beyond 64 bits.
std::optional<Argument> number_value(std::string_view token);

enum class Surrogates { refused, kept };  // \ud83d: no literal, or its WTF-8

// Appends the value of a string token with its prefix and quotes. False: bytes, an f-string, an
// escape that is cut short, beyond U+10FFFF, \N{…}, or of a surrogate that is refused.
bool append_string_value(std::string_view token, Surrogates surrogates, std::string& text);
}  // namespace franz
