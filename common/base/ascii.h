#pragma once
// Case-insensitive comparison of ASCII text, and trimming, for protocol names and keywords. No
// locale changes the result.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace franz {
// A to Z in lower case; other bytes unchanged.
constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string ascii_lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = ascii_lower(c);
  return result;
}

// `text` with the characters in `signs` removed from both ends.
constexpr std::string_view trimmed(std::string_view text, std::string_view signs = " \t\r\n") {
  const std::size_t first = text.find_first_not_of(signs);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(signs) - first + 1);
}

// Whether the two are equal apart from the case of ASCII letters.
constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

// Whether `text` contains `part`, ignoring the case of ASCII letters.
inline bool has_part(std::string_view text, std::string_view part) {
  return ascii_lower(text).find(ascii_lower(part)) != std::string::npos;
}
}  // namespace franz
