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

static std::uint32_t byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

std::string base64_encode(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  char* out = text.data();
  for (std::size_t at = 0; at < bytes.size(); at += 3, out += 4) {
    const std::uint32_t group =
        byte_at(bytes, at) << 16U | byte_at(bytes, at + 1) << 8U | byte_at(bytes, at + 2);
    out[0] = kAlphabet[group >> 18U];
    out[1] = kAlphabet[group >> 12U & 63U];
    if (at + 1 < bytes.size()) out[2] = kAlphabet[group >> 6U & 63U];
    if (at + 2 < bytes.size()) out[3] = kAlphabet[group & 63U];
  }
  return text;
}

Result<std::string> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) return Error{"base64: the length is no multiple of four"};
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pad = i >= text.size() - padding;
    const int value = pad ? 0 : kValues[static_cast<unsigned char>(text[i])];
    if (value < 0) return Error{"base64: a wrong character at position " + std::to_string(i)};
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    if (i % 4 != 3) continue;
    bytes += static_cast<char>(bits >> 16U & 255U);
    bytes += static_cast<char>(bits >> 8U & 255U);
    bytes += static_cast<char>(bits & 255U);
  }
  for (std::size_t i = 0; i < padding; ++i) {
    if (bytes.back() != '\0') return Error{"base64: bits are set behind the last byte"};
    bytes.pop_back();
  }
  return bytes;
}
}  // namespace franz
