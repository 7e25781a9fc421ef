#pragma once
// The length of the run of plain bytes at the start of a text. Several bytes are checked at a time,
// so that a character-by-character scan can skip the run.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace franz {
namespace byte_runs {
inline constexpr std::uint64_t kOnes = 0x0101010101010101U, kHighBits = 0x8080808080808080U;

// Not 0 if one of the eight bytes is below `limit` (1 to 128); says nothing about the others.
// Source: S. E. Anderson, Bit Twiddling Hacks, "Determine if a word has a byte less than n".
constexpr std::uint64_t has_less(std::uint64_t word, unsigned char limit) {
  return (word - kOnes * limit) & ~word & kHighBits;
}

constexpr std::uint64_t has_byte(std::uint64_t word, unsigned char byte) {
  return has_less(word ^ (kOnes * byte), 1);
}

// `stops`: of eight bytes, not 0 if one of them ends the run. `is_in`: of one byte, without a
// branch.
template <typename Stops, typename IsIn>
std::size_t length(std::string_view text, Stops stops, IsIn is_in) {
  std::size_t at = 0;
  // For long runs such as pictures in base64: compilers turn a block into a few wide instructions.
  constexpr std::size_t kBlock = 64;
  for (; text.size() - at >= kBlock; at += kBlock) {
    const auto* const block = reinterpret_cast<const unsigned char*>(text.data()) + at;
    unsigned char out = 0;
    for (std::size_t i = 0; i < kBlock; ++i) out |= static_cast<unsigned char>(!is_in(block[i]));
    if (out != 0) break;
  }
  for (; text.size() - at >= sizeof(std::uint64_t); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof word);
    if (stops(word) != 0) break;
  }
  while (at < text.size() && is_in(static_cast<unsigned char>(text[at]))) ++at;
  return at;
}
}  // namespace byte_runs

// Bytes below 0x80.
inline std::size_t ascii_length(std::string_view text) {
  return byte_runs::length(
      text, [](std::uint64_t word) { return word & byte_runs::kHighBits; },
      [](unsigned char byte) { return byte < 0x80; });
}

// Bytes that a JSON string token (RFC 8259 §7) may contain unescaped: no control characters, quotes
// or backslashes.
inline std::size_t unescaped_length(std::string_view text) {
  return byte_runs::length(
      text,
      [](std::uint64_t word) {
        return byte_runs::has_less(word, 0x20) | byte_runs::has_byte(word, '"') |
               byte_runs::has_byte(word, '\\');
      },
      [](unsigned char byte) { return (byte >= 0x20) & (byte != '"') & (byte != '\\'); });
}

// The same, ASCII characters only.
inline std::size_t unescaped_ascii_length(std::string_view text) {
  return byte_runs::length(
      text,
      [](std::uint64_t word) {
        return (word & byte_runs::kHighBits) | byte_runs::has_less(word, 0x20) |
               byte_runs::has_byte(word, '"') | byte_runs::has_byte(word, '\\');
      },
      [](unsigned char byte) {
        return (byte >= 0x20) & (byte < 0x80) & (byte != '"') & (byte != '\\');
      });
}
}  // namespace franz
