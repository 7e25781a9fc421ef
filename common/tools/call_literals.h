#pragma once
// Decodes the number and string tokens of the call language.
#include <optional>
#include <string>
#include <string_view>
#include "common/tools/call.h"

namespace franz {
// The value of a number token: decimal, 0x 0o 0b, underscores, floats. A decimal integer above 2^63
// - 1 becomes the nearest float, or inf. Nothing: 0x, 0o, 0b beyond 64 bits.
std::optional<Argument> number_value(std::string_view token);

enum class Surrogates { refused, kept };  // \ud83d: an invalid literal, or its WTF-8

// Appends the value of a string token with its prefix and quotes. False: bytes, an f-string, or an
// escape that is incomplete, beyond U+10FFFF, \N{…}, or a refused surrogate.
bool append_string_value(std::string_view token, Surrogates surrogates, std::string& text);
}  // namespace franz
