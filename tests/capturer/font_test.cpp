#include "capturer/render/font.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <map>
#include <string>
#include "common/base/utf8.h"

namespace franz::capturer {
namespace {
std::string art(const std::vector<DotRun>& runs, int top, int rows, int columns) {
  std::string text;
  for (int row = top; row < top + rows; ++row) {
    std::string line(static_cast<std::size_t>(columns), '.');
    for (const DotRun& run : runs) {
      for (int i = 0; run.row == row && i < run.length; ++i)
        line.at(static_cast<std::size_t>(run.column) + static_cast<std::size_t>(i)) = '#';
    }
    text += line + "\n";
  }
  return text;
}

std::string utf8(char32_t code) {
  std::string text;
  append_utf8(text, code);
  return text;
}

TEST(Font, LettersLookAsDrawn) {
  const struct {
    char32_t code;
    std::string rows;  // rows -3..8
  } cases[] = {
      {U'A',
       ".....\n.....\n.....\n.###.\n#...#\n#...#\n#####\n#...#\n#...#\n#...#\n.....\n.....\n"},
      {U'g',
       ".....\n.....\n.....\n.....\n.....\n.####\n#...#\n#...#\n#...#\n.####\n....#\n.###.\n"},
      {U'É',
       "...#.\n..#..\n.....\n#####\n#....\n#....\n####.\n#....\n#....\n#####\n.....\n.....\n"},
      {U'ü',
       ".....\n.....\n.....\n.#.#.\n.....\n#...#\n#...#\n#...#\n#...#\n.####\n.....\n.....\n"},
      {U'þ',
       ".....\n.....\n.....\n#....\n#....\n####.\n#...#\n#...#\n#...#\n####.\n#....\n#....\n"},
      {U'~',
       ".....\n.....\n.....\n.....\n.....\n.#...\n#.#.#\n...#.\n.....\n.....\n.....\n.....\n"},
  };
  for (const auto& [code, rows] : cases) {
    EXPECT_EQ(art(glyph_runs(code), -kRowsAbove, 12, 5), rows) << "for " << utf8(code);
  }
}

TEST(Font, EveryPrintableLatin1CharacterHasItsOwnGlyph) {
  std::map<std::string, char32_t> seen;
  for (char32_t code = 0x21; code <= 0xFF; ++code) {
    if (code >= 0x7F && code <= 0xA0) continue;
    if (code == 0xAD) continue;  // the soft hyphen looks like a hyphen
    const std::string picture = art(glyph_runs(code), -kRowsAbove, 12, kGlyphAdvance);
    EXPECT_NE(picture.find('#'), std::string::npos)
        << "nothing drawn for U+" << std::hex << static_cast<unsigned>(code);
    const auto [other, fresh] = seen.emplace(picture, code);
    EXPECT_TRUE(fresh) << utf8(code) << " looks like " << utf8(other->second);
  }
  EXPECT_TRUE(glyph_runs(U' ').empty());
  EXPECT_TRUE(glyph_runs(0xA0).empty());
}

TEST(Font, AnyOtherCharacterIsABoxWithItsCode) {
  EXPECT_EQ(art(glyph_runs(0x9F), -1, 9, glyph_advance(0x9F)),
            "###########.\n"
            "#.........#.\n"
            "#.###.###.#.\n"
            "#.#.#.#...#.\n"
            "#.###.##..#.\n"
            "#...#.#...#.\n"
            "#.###.#...#.\n"
            "#.........#.\n"
            "###########.\n");
  const struct {
    char32_t code;
    int digits;
  } cases[] = {{0x07, 2},   {0x152, 3},   {0x20AC, 4},  {0xD83D, 4},
               {0xFFFD, 4}, {0x1F431, 5}, {0x10FFFF, 6}};
  for (const auto& [code, digits] : cases) {
    EXPECT_EQ(glyph_advance(code), digits * 4 + 4) << std::hex << static_cast<unsigned>(code);
    EXPECT_FALSE(glyph_runs(code).empty()) << std::hex << static_cast<unsigned>(code);
  }
}

TEST(Font, GlyphsStayInTheirCell) {
  for (char32_t code = 0; code <= 0x200; ++code) {
    for (const auto& [column, row, length] : glyph_runs(code)) {
      EXPECT_GE(column, 0);
      EXPECT_LT(column + length, glyph_advance(code) + 1)
          << std::hex << static_cast<unsigned>(code);
      EXPECT_GE(row, -kRowsAbove);
      EXPECT_LT(row, kCapRows + kRowsBelow) << std::hex << static_cast<unsigned>(code);
    }
  }
}

TEST(Font, MeasuresText) {
  EXPECT_EQ(text_width(""), 0);
  EXPECT_EQ(text_width("a"), 5);
  EXPECT_EQ(text_width("aé"), 11);
  EXPECT_EQ(text_width("\xFF"), 19);  // an invalid byte is drawn as U+FFFD
  EXPECT_EQ(mini_width("12"), 7);
}
}  // namespace
}  // namespace franz::capturer
