#pragma once
// The characters of a text inside its JSON string token, for what is found in a text and cut out of
// the token's own bytes.
#include <cstddef>
#include <string_view>

namespace franz {
// One character of a token's text, or one byte of it.
struct TokenUnit {
  std::size_t length = 1;  // bytes of the token
  char ascii = 0;          // what it means; 0: nothing in ASCII
};

// `at` is inside the token, not in the middle of a unit. Total: an escape that JSON does not know,
// or one that is cut off, is a unit that means nothing.
TokenUnit token_unit(std::string_view token, std::size_t at);
}  // namespace franz
