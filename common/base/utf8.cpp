#include "common/base/utf8.h"
#include <algorithm>
#include "common/base/byte_runs.h"

namespace franz {
DecodedCharacter decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  // The Unicode Standard, table 3-7: the second byte's range depends on the first.
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return {kReplacement, 1, false};
  const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;  // 0xED is not narrowed: WTF-8 surrogates
  char32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const bool in_range =
        i < text.size() && byte(i) >= (i == 1 ? low : 0x80U) && byte(i) <= (i == 1 ? high : 0xBFU);
    if (!in_range) return {kReplacement, i, false};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  return {code, length, true};
}

void append_utf8(std::string& text, char32_t code) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0U | code >> 6U);
  } else {
    if (code < 0x10000) {
      add(0xE0U | code >> 12U);
    } else {
      add(0xF0U | code >> 18U);
      add(0x80U | (code >> 12U & 0x3FU));
    }
    add(0x80U | (code >> 6U & 0x3FU));
  }
  add(0x80U | (code & 0x3FU));
}

std::string to_valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (true) {
    const std::size_t ascii = ascii_length(text);
    valid.append(text.substr(0, ascii));
    text.remove_prefix(ascii);
    if (text.empty()) break;
    const DecodedCharacter character = decode_utf8(text);
    const bool surrogate = character.code >= 0xD800 && character.code <= 0xDFFF;
    if (character.valid && !surrogate) {
      valid.append(text.substr(0, character.length));
    } else {
      append_utf8(valid, kReplacement);
    }
    text.remove_prefix(character.length);
  }
  return valid;
}

std::string cut_text(std::string_view text, std::size_t max) {
  // Invalid bytes grow when they are replaced, so bytes that cannot fit into `max` are not read.
  std::string valid = to_valid_utf8(text.substr(0, max + 1));
  if (text.size() <= max && valid.size() <= max) return valid;
  constexpr std::string_view kEllipsis = "…";
  std::size_t end = std::min(valid.size(), max - kEllipsis.size());
  while (end > 0 && (static_cast<unsigned char>(valid[end]) & 0xC0U) == 0x80U) --end;
  valid.resize(end);
  return valid.append(kEllipsis);
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t ascii = ascii_length(text);
    count += ascii;
    text.remove_prefix(ascii);
    if (text.empty()) break;
    text.remove_prefix(decode_utf8(text).length);
    ++count;
  }
  return count;
}
}  // namespace franz
