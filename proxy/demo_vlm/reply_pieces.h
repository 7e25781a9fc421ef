#pragma once
// A reply as a model writes it: token by token.
#include <cstddef>
#include <string_view>
#include <vector>

namespace franz::demo_vlm {
// Cuts the characters between a JSON string's quotes into pieces of about a token each: a word, a
// few digits, a sign; never inside an escape or a UTF-8 character, though two escapes that make a
// surrogate pair may part. The pieces are views and join to `inner`.
std::vector<std::string_view> cut_pieces(std::string_view inner);

// How many tokens a text of so many bytes is, roughly.
constexpr long long tokens_of(std::size_t bytes) { return static_cast<long long>(bytes + 3) / 4; }
}  // namespace franz::demo_vlm
