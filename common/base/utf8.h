#pragma once
// UTF-8, read leniently: invalid bytes are replaced, never refused.
// Sources: RFC 3629; The Unicode Standard 15, §3.9 "U+FFFD Substitution of Maximal Subparts";
// WTF-8 (https://simonsapin.github.io/wtf-8/) for lone surrogates.
#include <cstddef>
#include <string>
#include <string_view>

namespace franz {
// U+FEFF, the optional byte order mark at the start of a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

inline constexpr char32_t kReplacement = 0xFFFD;

struct DecodedCharacter {
  char32_t code;       // kReplacement for invalid bytes
  std::size_t length;  // bytes taken, at least 1
  bool valid;          // false: `code` replaces invalid bytes
};

// The first character of `text`, which is not empty. A surrogate in three bytes (WTF-8) counts as a
// character.
DecodedCharacter decode_utf8(std::string_view text);

// Appends `code` (at most U+10FFFF); a surrogate becomes its three WTF-8 bytes.
void append_utf8(std::string& text, char32_t code);

// The same text with each invalid subpart, surrogates included, replaced by U+FFFD.
std::string to_valid_utf8(std::string_view text);

// At most `max` bytes of the text (3 or more) in valid UTF-8, whole characters only. A shortened
// text ends with "…". Cutting twice equals cutting once.
std::string cut_text(std::string_view text, std::size_t max);

// The number of characters, as decode_utf8() counts them.
std::size_t count_characters(std::string_view text);
}  // namespace franz
