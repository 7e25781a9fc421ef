#pragma once
// Finds the lines of a text inside its JSON string token, so that a part can be sent with its
// original bytes.
#include <cstddef>
#include <string_view>
#include <vector>

namespace franz {
struct TokenLine {
  std::size_t begin = 0, end = 0;  // bytes of the token, without the quotes and line ends
};

// `token` includes its quotes. Lines end at the escapes \n and \u000a, and at a raw line end. A \r
// before it belongs to the line. Returns at least one line. Linear time.
std::vector<TokenLine> token_lines(std::string_view token);
}  // namespace franz
