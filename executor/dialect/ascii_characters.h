#pragma once
// Kinds of characters that readers of replies ask for; ASCII, whatever the locale.
#include <string_view>

namespace franz::executor {
// Those that separate words in Python's sense.
inline constexpr std::string_view kAsciiBlanks = " \t\r\n\v\f";

// Whether it may stand in a name behind the first character: a letter, a digit or an underscore.
constexpr bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
}  // namespace franz::executor
