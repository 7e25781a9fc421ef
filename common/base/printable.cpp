#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz {
static bool steers(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool bidirectional = code == 0x061C || code == 0x200E || code == 0x200F ||
                             (code >= 0x202A && code <= 0x202E) ||
                             (code >= 0x2066 && code <= 0x2069);
  return control || bidirectional;
}

// Each character that steers goes through `instead`.
template <typename Instead>
static std::string replaced(std::string_view text, const Instead& instead) {
  std::string shown;
  while (!text.empty()) {
    const DecodedCharacter character = decode_utf8(text);
    if (steers(character.code)) {
      shown += instead(character.code);
    } else {
      append_utf8(shown, character.code);
    }
    text.remove_prefix(character.length);
  }
  return to_valid_utf8(shown);
}

std::string printable(std::string_view text) {
  return replaced(text, [](char32_t) { return ' '; });
}

std::string printable_lines(std::string_view text) {
  return replaced(text, [](char32_t code) { return code == '\n' ? '\n' : ' '; });
}

static std::string escaped(char32_t code) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string escape = "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) escape += kDigits[(code >> shift) & 0xFU];
  return escape;
}

std::string printable_json(std::string_view json) {
  return replaced(json,
                  [](char32_t code) { return code == '\n' ? std::string("\n") : escaped(code); });
}
}  // namespace franz
