#include "common/base/utf8.h"
#include <gtest/gtest.h>

namespace franz {
TEST(Utf8, ReplacesEachMaximalSubpart) {
  const struct {
    std::string text, valid;
    std::size_t characters;
  } cases[] = {
      {"", "", 0},
      {"aé東🐱", "aé東🐱", 4},
      {"\x80", "\uFFFD", 1},
      {"\xC0\xAF", "\uFFFD\uFFFD", 2},            // overlong
      {"\xE0\x80\x80", "\uFFFD\uFFFD\uFFFD", 3},  // overlong: no second byte fits
      {"\xE6\x9D!", "\uFFFD!", 2},                // cut off: one subpart
      {"\xF0\x9F\x90", "\uFFFD", 1},
      {"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", 4},  // beyond U+10FFFF
      {"\xED\xA0\xBD", "\uFFFD", 1},  // a lone surrogate counts as one character of WTF-8
  };
  for (const auto& [text, valid, characters] : cases) {
    EXPECT_EQ(to_valid_utf8(text), valid) << "for " << valid;
    EXPECT_EQ(count_characters(text), characters) << "for " << valid;
  }
}

TEST(Utf8, IsCutAfterWholeCharacters) {
  const struct {
    std::string text;
    std::size_t max;
    std::string cut;
  } cases[] = {
      {"", 3, ""},
      {"abcdef", 6, "abcdef"},
      {"abcdefg", 6, "abc…"},
      {"éééé", 8, "éééé"},
      {"éééééé", 8, "éé…"},
      {"🐱🐱", 7, "🐱…"},
      {"🐱🐱", 6, "…"},
      {"abc\x80\x80", 5, "ab…"},   // replaced, it would be longer
      {"abcd\xE6\x9D", 5, "ab…"},  // a character that the limit parts
  };
  for (const auto& [text, max, cut] : cases) {
    EXPECT_EQ(cut_text(text, max), cut) << text;
    EXPECT_EQ(cut_text(cut, max), cut) << text;
  }
}

TEST(Utf8, EveryCharacterSurvives) {
  for (char32_t code = 0; code <= 0x10FFFF; code += 61) {
    std::string text;
    append_utf8(text, code);
    const DecodedCharacter character = decode_utf8(text);
    ASSERT_TRUE(character.valid) << static_cast<unsigned>(code);
    ASSERT_TRUE(character.code == code);
    ASSERT_EQ(character.length, text.size());
  }
}
}  // namespace franz
