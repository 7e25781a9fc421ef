#pragma once
// The characters of a text inside its JSON string token, for finding parts of a text and cutting
// them out of the token's bytes.
#include <cstddef>
#include <string_view>

namespace franz {
// One character of a token's text, or one byte of it.
struct TokenUnit {
  std::size_t length = 1;  // bytes of the token
  char ascii = 0;          // its meaning; 0: not an ASCII character
};

// `at` is inside the token, not in the middle of a unit. Total: an unknown or incomplete escape is
// a unit without a meaning.
TokenUnit token_unit(std::string_view token, std::size_t at);
}  // namespace franz
