#include "common/base/token_units.h"
#include <charconv>
#include <system_error>

namespace franz {
static constexpr std::size_t kUnicodeEscape = 6;  // \u003c

TokenUnit token_unit(std::string_view token, std::size_t at) {
  if (token[at] != '\\') return {1, token[at]};
  if (at + 1 == token.size()) return {1, 0};
  switch (token[at + 1]) {
    case '/': return {2, '/'};
    case '"': return {2, '"'};
    case '\\': return {2, '\\'};
    case 'n': return {2, '\n'};
    case 'r': return {2, '\r'};
    case 't': return {2, '\t'};
    case 'u': break;
    default: return {2, 0};
  }
  if (at + kUnicodeEscape > token.size()) return {2, 0};
  unsigned code = 0;
  const char* const first = token.data() + at + 2;
  const auto [end, error] = std::from_chars(first, first + 4, code, 16);
  if (error != std::errc{} || end != first + 4) return {2, 0};
  return {kUnicodeEscape, code < 0x80 ? static_cast<char>(code) : '\0'};
}
}  // namespace franz
