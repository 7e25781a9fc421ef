#include "common/base/base64.h"
#include <array>
#include <cstdint>
#include <cstring>

namespace franz {
static constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Two characters for every 12 bits.
static constexpr std::array<std::array<char, 2>, 4096> kPairs = [] {
  std::array<std::array<char, 2>, 4096> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs[i] = {kAlphabet[i >> 6U], kAlphabet[i & 63U]};
  return pairs;
}();

// The value that a character adds to its group of 24 bits, by its position in the group.
static constexpr std::uint32_t kWrong = 0xff00'0000;  // not in the alphabet
static constexpr std::array<std::array<std::uint32_t, 256>, 4> kValues = [] {
  std::array<std::array<std::uint32_t, 256>, 4> values{};
  for (std::size_t place = 0; place < values.size(); ++place) {
    values[place].fill(kWrong);
    for (std::uint32_t i = 0; i < kAlphabet.size(); ++i)
      values[place][static_cast<unsigned char>(kAlphabet[i])] = i << (18U - 6U * place);
  }
  return values;
}();

std::string base64_encode(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  char* out = text.data();
  const auto byte_at = [bytes](std::size_t at) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at]));
  };
  std::size_t at = 0;
  for (; bytes.size() - at >= 3; at += 3, out += 4) {
    const std::uint32_t group = byte_at(at) << 16U | byte_at(at + 1) << 8U | byte_at(at + 2);
    std::memcpy(out, kPairs[group >> 12U].data(), 2);
    std::memcpy(out + 2, kPairs[group & 4095U].data(), 2);
  }
  if (at == bytes.size()) return text;
  const bool two = bytes.size() - at == 2;
  const std::uint32_t group = byte_at(at) << 16U | (two ? byte_at(at + 1) << 8U : 0U);
  out[0] = kAlphabet[group >> 18U];
  out[1] = kAlphabet[group >> 12U & 63U];
  if (two) out[2] = kAlphabet[group >> 6U & 63U];
  return text;
}

Result<std::string> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) return Error{"base64: the length is not a multiple of four"};
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const auto value_at = [text](std::size_t at, std::size_t place) {
    return kValues[place][static_cast<unsigned char>(text[at])];
  };
  std::string bytes(text.size() / 4 * 3, '\0');
  char* out = bytes.data();
  for (std::size_t at = 0; at < text.size(); at += 4, out += 3) {
    std::uint32_t group = value_at(at, 0) | value_at(at + 1, 1);
    const std::size_t padded = at + 4 == text.size() ? padding : 0;
    if (padded < 2) group |= value_at(at + 2, 2);
    if (padded < 1) group |= value_at(at + 3, 3);
    if (group >= kWrong) {
      while (value_at(at, 0) != kWrong) ++at;
      return Error{"base64: a wrong character at position " + std::to_string(at)};
    }
    out[0] = static_cast<char>(group >> 16U);
    out[1] = static_cast<char>(group >> 8U);
    out[2] = static_cast<char>(group);
  }
  for (std::size_t i = 0; i < padding; ++i) {
    if (bytes.back() != '\0') return Error{"base64: bits are set after the last byte"};
    bytes.pop_back();
  }
  return bytes;
}
}  // namespace franz
