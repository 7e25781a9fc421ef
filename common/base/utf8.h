#pragma once
// UTF-8 as it comes: read leniently, never refused.
// Sources: RFC 3629; The Unicode Standard 15, §3.9 "U+FFFD Substitution of Maximal Subparts";
// WTF-8 (https://simonsapin.github.io/wtf-8/) for surrogates that stand alone.
#include <cstddef>
#include <string>
#include <string_view>

namespace franz {
// U+FEFF, as it may stand in front of a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

inline constexpr char32_t kReplacement = 0xFFFD;

struct DecodedCharacter {
  char32_t code;       // kReplacement for bytes that are no UTF-8
  std::size_t length;  // bytes taken, at least 1
  bool valid;          // false: `code` stands for wrong bytes
};

// The character at the front of `text`, which is not empty. A surrogate in three bytes (WTF-8)
// counts as a character.
DecodedCharacter decode_utf8(std::string_view text);

// Appends `code` (at most U+10FFFF); a surrogate becomes its three WTF-8 bytes.
void append_utf8(std::string& text, char32_t code);

// The same text with each wrong subpart, surrogates included, replaced by U+FFFD.
std::string to_valid_utf8(std::string_view text);

// At most `max` bytes of the text (3 or more) in valid UTF-8, whole characters only; where
// something is left out it ends with "…". Cutting twice is cutting once.
std::string cut_text(std::string_view text, std::size_t max);

// Characters, counted as decode_utf8 does.
std::size_t count_characters(std::string_view text);
}  // namespace franz
