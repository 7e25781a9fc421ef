#include "common/base/printable.h"
#include <gtest/gtest.h>

namespace franz {
TEST(Printable, LeavesNothingThatSteersATerminal) {
  const struct {
    std::string text, line, lines, json;
  } cases[] = {
      {"plain", "plain", "plain", "plain"},
      {"Grüße, 猫 🐈", "Grüße, 猫 🐈", "Grüße, 猫 🐈", "Grüße, 猫 🐈"},
      // C0: a colour, a bell, a return to the line's start, line ends, NUL
      {"\x1b[31mred", " [31mred", " [31mred", "\\u001b[31mred"},
      {"a\x07\r\tb", "a   b", "a   b", "a\\u0007\\u000d\\u0009b"},
      {"a\nb", "a b", "a\nb", "a\nb"},
      {std::string("a\0b", 3), "a b", "a b", "a\\u0000b"},
      // DEL, and C1: U+009B begins a sequence as ESC [ does
      {"\x7f", " ", " ", "\\u007f"},
      {"\u0080\u009b31m\u009f", "  31m ", "  31m ", "\\u0080\\u009b31m\\u009f"},
      {"\u00a0", "\u00a0", "\u00a0", "\u00a0"},
      // Bidirectional controls, and their neighbours
      {"exe.\u202egnp", "exe. gnp", "exe. gnp", "exe.\\u202egnp"},
      {"\u061c\u200e\u200f", "   ", "   ", "\\u061c\\u200e\\u200f"},
      {"\u202a\u202b\u202c\u202d", "    ", "    ", "\\u202a\\u202b\\u202c\\u202d"},
      {"\u2066\u2067\u2068\u2069", "    ", "    ", "\\u2066\\u2067\\u2068\\u2069"},
      {"\u061b\u200d\u2010\u2029\u202f\u2065\u206a", "\u061b\u200d\u2010\u2029\u202f\u2065\u206a",
       "\u061b\u200d\u2010\u2029\u202f\u2065\u206a", "\u061b\u200d\u2010\u2029\u202f\u2065\u206a"},
      // Wrong bytes: a lone C1 byte, a cut character, a surrogate, too long a form of ESC
      {"\x9b"
       "31m",
       "\ufffd"
       "31m",
       "\ufffd"
       "31m",
       "\ufffd"
       "31m"},
      {"\xe7\x8c", "\ufffd", "\ufffd", "\ufffd"},
      {"\xed\xa0\x80", "\ufffd", "\ufffd", "\ufffd"},
      {"\xc0\x9b", "\ufffd\ufffd", "\ufffd\ufffd", "\ufffd\ufffd"},
  };
  for (const auto& [text, line, lines, json] : cases) {
    EXPECT_EQ(printable(text), line);
    EXPECT_EQ(printable_lines(text), lines) << line;
    EXPECT_EQ(printable_json(text), json) << line;
  }
}

TEST(Printable, JoinsLinesAsSentences) {
  const std::pair<std::string, std::string> cases[] = {
      {"", ""},
      {"  one line ", "  one line "},
      {"  no model x\nThe models there:\n  a\n  b\n", "  no model x. The models there: a; b"},
      {"taken by another program\n  port 3234 is taken",
       "taken by another program; port 3234 is taken"},
      {"It ends.\r\n\r\n it begins", "It ends. it begins"},
      {"\n\nlate", "late"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(in_one_line(text), expected);
}

TEST(Printable, HidesNothingFromWhoDecidesByIt) {
  const std::pair<std::string, std::string> cases[] = {
      {"plain \"text\" äöü 漢字 😀", "plain \"text\" äöü 漢字 😀"},
      {"a\u202eb", "a\\u202eb"},
      {"a\nb\tc\x1b", "a\\u000ab\\u0009c\\u001b"},
      {"a\u200b\u200d\ufeff\u00ad", "a\\u200b\\u200d\\ufeff\\u00ad"},
      {"a\u00a0b\u3000c", "a\\u00a0b\\u3000c"},
      {"\U000e0041\U0001d173", "\\U000e0041\\U0001d173"},
      {"\xff", "\uFFFD"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(with_hidden_shown(text), expected);
}
}  // namespace franz
