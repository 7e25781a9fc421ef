#include "common/wire/token_lines.h"
#include <algorithm>
#include "common/base/ascii.h"

namespace franz {
// The length of the line end at `at`; 0: none. `escape`: the length of any escape there.
static std::size_t line_end(std::string_view text, std::size_t at, std::size_t& escape) {
  escape = 1;
  if (text[at] == '\n') return 1;
  if (text[at] != '\\' || at + 1 >= text.size()) return 0;
  escape = 2;
  if (text[at + 1] == 'n') return 2;
  return equal_ignoring_case(text.substr(at, 6), "\\u000a") ? 6 : 0;
}

std::vector<TokenLine> token_lines(std::string_view token) {
  const std::size_t last =
      token.size() >= 2 && token.ends_with('"') ? token.size() - 1 : token.size();
  const std::string_view text = token.substr(0, last);
  std::vector<TokenLine> lines;
  std::size_t begin = token.starts_with('"') ? 1 : 0;
  for (std::size_t at = begin; at < text.size();) {
    std::size_t escape = 0;
    const std::size_t length = line_end(text, at, escape);
    if (length > 0) {
      lines.push_back({begin, at});
      begin = at + length;
    }
    at += length > 0 ? length : escape;
  }
  lines.push_back({begin, std::max(begin, text.size())});
  return lines;
}
}  // namespace franz
