#pragma once
// Classes of ASCII characters for the readers of replies, independent of the locale.
#include <string_view>

namespace franz {
// ASCII white space, as for Python's str.split().
inline constexpr std::string_view kAsciiBlanks = " \t\r\n\v\f";

// Whether a name may contain it after its first character: a letter, a digit or an underscore.
constexpr bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
}  // namespace franz
