#include "capturer/sandbox/text_layout.h"
#include <gtest/gtest.h>
#include <array>
#include <map>
#include <string>
#include "common/base/utf8.h"

namespace franz::capturer {
namespace {
// A canvas of 180 lines has dots of one pixel and clicks of radius 2. A text begins 5 pixels right
// of its click, a letter is 6 wide, and lines are 12 apart.
constexpr Size kCanvas{120, 180};

// "x,y text" of each line, joined by '|'.
std::string lines_of(const TextLayout& layout) {
  std::map<int, std::pair<int, std::string>> lines;
  for (const auto& [code, at, cell] : layout.glyphs) {
    auto [line, fresh] = lines.try_emplace(at.y, at.x, "");
    append_utf8(line->second.second, code);
  }
  std::string text;
  for (const auto& [y, line] : lines) {
    text += (text.empty() ? "" : "|") + std::to_string(line.first) + "," + std::to_string(y) + " " +
            line.second;
  }
  return text;
}

TEST(TextLayout, Breaks) {
  const struct {
    std::string name, text;
    Point at;
    std::string lines;
  } cases[] = {
      {"one line, centred on the click", "meow", {10, 50}, "15,47 meow"},
      {"newlines, CR LF, CR", "a\nb\r\nc\rd", {10, 50}, "15,47 a|15,59 b|15,71 c|15,83 d"},
      {"an empty line keeps its room", "a\n\nb", {10, 50}, "15,47 a|15,71 b"},
      {"a tab is four blanks", "a\tb", {10, 50}, "15,47 a    b"},
      {"between words", "one two three four", {10, 50}, "15,47 one two three |15,59 four"},
      {"the blank may stand beyond the edge",
       "seventeen lettrs abc",
       {10, 50},
       "15,47 seventeen lettrs |15,59 abc"},
      {"inside a word that fills a line",
       "abcdefghijklmnopqrstuvw",
       {10, 50},
       "15,47 abcdefghijklmnopq|15,59 rstuvw"},
      {"left of the click where the right has no room", "meow", {110, 50}, "81,47 meow"},
      {"all of it there, when it fits", "meow meow meow", {118, 50}, "29,47 meow meow meow"},
      {"wrapped there", "abcdefghi jklmnopqrstu", {110, 50}, "0,47 abcdefghi |0,59 jklmnopqrstu"},
      {"up from the bottom edge", "a\nb", {10, 179}, "15,159 a|15,171 b"},
      {"down from the top edge", "a", {10, 0}, "15,3 a"},
      {"Latin-1 and boxes", "é🐱!", {10, 50}, "15,47 é🐱!"},
      {"nothing", "", {10, 50}, ""},
  };
  for (const auto& [name, text, at, lines] : cases) {
    const TextLayout layout = lay_out_text(text, at, kCanvas);
    EXPECT_EQ(lines_of(layout), lines) << "for " << name;
    EXPECT_FALSE(layout.cut) << "for " << name;
  }
}

// Bitmaps for a character of eight columns, one of sixteen, and marks: centred, over the left half
// of a wide one, and written before its letter.
constexpr std::array<std::uint64_t, 4> kDots = {};
constexpr std::array<CellRange, 5> kRanges = {
    CellRange{U'Я', U'Я', 8, false, 0, 0}, CellRange{0x500, 0x500, 8, true, -8, 0},
    CellRange{0x501, 0x501, 8, true, -16, 0}, CellRange{0x502, 0x502, 8, true, 0, 0},
    CellRange{U'猫', U'猫', 16, false, 0, 0}};
constexpr CellFont kCells{"test", kRanges, kDots};

// "x,y" of each glyph.
std::string places_of(const TextLayout& layout) {
  std::string text;
  for (const PlacedGlyph& glyph : layout.glyphs)
    text += (text.empty() ? "" : " ") + std::to_string(glyph.left_top.x) + "," +
            std::to_string(glyph.left_top.y);
  return text;
}

// Here a dot of our font has six pixels and a dot of a cell four: letters are 36 wide, cells 32 or
// 64. Text begins 28 pixels right of its click; cells begin 14 above a capital's top.
TEST(TextLayout, CellsAndLettersShareABaseline) {
  constexpr Size kLarge{1920, 1080};
  const struct {
    std::string name, text, places;
  } cases[] = {
      {"beside letters", "aЯ猫a", "128,479 164,465 196,465 260,479"},
      {"a mark over a letter", "a\u0500a", "128,479 127,465 164,479"},
      {"and over cells", "Я\u0500猫\u0500Я", "128,465 128,465 160,465 176,465 224,465"},
      {"a mark on the left half", "猫\u0501", "128,465 128,465"},
      {"one that is written before its letter", "Я\u0502", "128,465 128,465"},
      {"several marks", "a\u0500\u0500", "128,479 127,465 127,465"},
      {"a mark without a letter", "\u0500a", "128,465 160,479"},
      {"what the font has not is a box", "犬a", "128,479 248,479"},
  };
  for (const auto& [name, text, places] : cases)
    EXPECT_EQ(places_of(lay_out_text(text, {100, 500}, kLarge, kCells)), places) << "for " << name;
}

// Here all dots have one pixel: cells are 16 high, higher than a line of letters.
TEST(TextLayout, BreaksAfterFullCells) {
  const auto lines = [](const std::string& text, Point at) {
    return lines_of(lay_out_text(text, at, kCanvas, kCells));
  };
  EXPECT_EQ(lines("猫猫猫猫猫猫猫", {10, 50}), "15,40 猫猫猫猫猫猫|15,56 猫");
  EXPECT_EQ(lines("猫猫猫猫猫猫\u0500猫", {10, 50}), "15,40 猫猫猫猫猫猫\u0500|15,56 猫");
  // Between words as before (a blank is in our font, and its top is a capital's).
  EXPECT_EQ(lines("ЯЯЯЯ ЯЯЯЯ ЯЯЯЯ", {10, 50}), "15,40 ЯЯЯЯЯЯЯЯ|47,47   |15,56 ЯЯЯЯ");
  EXPECT_EQ(lines("猫abcdefghijklmnop", {10, 50}), "15,40 猫|15,63 abcdefghijklmnop");
  EXPECT_EQ(lay_out_text("猫a", {10, 50}, kCanvas, kCells).lines[0].right, 15 + 16 + 6 - 1);
  EXPECT_EQ(lay_out_text("a猫", {10, 50}, kCanvas, kCells).lines[0].right, 15 + 6 + 16);
}

TEST(TextLayout, LinesEndAtTheirLastLetter) {
  const TextLayout layout = lay_out_text("one two three four", {10, 50}, kCanvas);
  ASSERT_EQ(layout.lines.size(), 2U);
  EXPECT_EQ(layout.lines[0].left, 15);
  EXPECT_EQ(layout.lines[0].right, 15 + 13 * 6 - 1);
  EXPECT_EQ(layout.lines[0].foot, 47 + 9);
  EXPECT_EQ(layout.lines[1].right, 15 + 4 * 6 - 1);
}

TEST(TextLayout, CutsTextHigherThanTheCanvas) {
  const TextLayout layout = lay_out_text(std::string(1 << 20, 'x'), {10, 50}, kCanvas);
  EXPECT_TRUE(layout.cut);
  EXPECT_EQ(layout.lines.size(), 15U);
  for (const PlacedGlyph& glyph : layout.glyphs) ASSERT_LE(glyph.left_top.y + 9, kCanvas.height);
}

TEST(TextLayout, ACanvasTooSmallForALetterStillEnds) {
  for (const Size size : {Size{1, 1}, Size{3, 2000}, Size{2000, 3}}) {
    EXPECT_FALSE(lay_out_text("meow meow", {0, 0}, size).glyphs.empty());
  }
}

TEST(TextLayout, ADotIsSixPixelsOn1080Lines) {
  EXPECT_EQ(lay_out_text("a", {0, 0}, {1920, 1080}).dot, 6);
  EXPECT_EQ(lay_out_text("a", {0, 0}, {3840, 2160}).dot, 12);
  EXPECT_EQ(lay_out_text("a", {0, 0}, {100, 50}).dot, 1);
}
}  // namespace
}  // namespace franz::capturer
