#include "common/base/base64.h"
#include <array>
#include <cstdint>

namespace franz {
static constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static constexpr std::array<std::int8_t, 256> kValues = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
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
    out[0] = kAlphabet[group >> 18U];
    out[1] = kAlphabet[group >> 12U & 63U];
    out[2] = kAlphabet[group >> 6U & 63U];
    out[3] = kAlphabet[group & 63U];
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
  if (text.size() % 4 != 0) return Error{"base64: the length is no multiple of four"};
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const auto value_at = [text](std::size_t at) -> std::int32_t {
    return kValues[static_cast<unsigned char>(text[at])];
  };
  std::string bytes(text.size() / 4 * 3, '\0');
  char* out = bytes.data();
  for (std::size_t at = 0; at < text.size(); at += 4, out += 3) {
    std::int32_t group = 0, wrong = 0;  // negative: a character is none of the alphabet's
    for (std::size_t i = at; i < at + 4; ++i) {
      const std::int32_t value = i < text.size() - padding ? value_at(i) : 0;
      group = static_cast<std::int32_t>(static_cast<std::uint32_t>(group) << 6U) | value;
      wrong |= value;
    }
    if (wrong < 0) {
      while (value_at(at) >= 0) ++at;
      return Error{"base64: a wrong character at position " + std::to_string(at)};
    }
    out[0] = static_cast<char>(group >> 16 & 255);
    out[1] = static_cast<char>(group >> 8 & 255);
    out[2] = static_cast<char>(group & 255);
  }
  for (std::size_t i = 0; i < padding; ++i) {
    if (bytes.back() != '\0') return Error{"base64: bits are set behind the last byte"};
    bytes.pop_back();
  }
  return bytes;
}
}  // namespace franz
