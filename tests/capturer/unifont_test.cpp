#include "capturer/render/unifont.h"
#include <gtest/gtest.h>
#include <array>
#include <string>

namespace franz::capturer {
namespace {
// The dots of a cell, row by row, without empty rows at the end.
std::string art(const CellGlyph& glyph) {
  std::string text;
  int rows = 0;
  for (const auto& [column, row, length] : cell_runs(glyph)) {
    for (; rows <= row; ++rows)
      text += std::string(static_cast<std::size_t>(glyph.columns), '.') + "\n";
    const std::size_t line =
        static_cast<std::size_t>(row) * (static_cast<std::size_t>(glyph.columns) + 1);
    text.replace(line + static_cast<std::size_t>(column), static_cast<std::size_t>(length),
                 static_cast<std::size_t>(length), '#');
  }
  return text;
}

// Two characters of eight columns, a mark of eight, and one of sixteen.
constexpr std::array<std::uint64_t, 10> kWords = {0x80FF010000000000,
                                                  0,
                                                  0x4200000000000000,
                                                  1,
                                                  0x1800000000000000,
                                                  0,
                                                  0xFFFF000180010000,
                                                  0,
                                                  0,
                                                  0x8000};
constexpr std::array<CellRange, 3> kRanges = {CellRange{0x100, 0x101, 8, false, 0, 0},
                                              CellRange{0x300, 0x300, 8, true, -8, 4},
                                              CellRange{0x4E00, 0x4E00, 16, false, 0, 6}};
constexpr CellFont kFont{"test", kRanges, kWords};

TEST(Unifont, RowsAreReadFromTheirHighestBit) {
  EXPECT_EQ(art(find_cell(kFont, 0x100).value()), "#.......\n########\n.......#\n");
  const std::string blank = "........\n";
  std::string second = ".#....#.\n";
  for (int row = 1; row < 15; ++row) second += blank;
  EXPECT_EQ(art(find_cell(kFont, 0x101).value()), second + ".......#\n");
  const std::string wide = art(find_cell(kFont, 0x4E00).value());
  EXPECT_EQ(wide.substr(0, 50), "################\n...............#\n#..............#");
  EXPECT_EQ(wide.substr(255), "#...............\n");
  EXPECT_FALSE(find_cell(kFont, 0x100)->shift);
  EXPECT_EQ(find_cell(kFont, 0x300)->shift, -8);
}

TEST(Unifont, HasNothingOutsideItsRanges) {
  for (const char32_t code : {U'\0', U'A', U'é', U'ÿ', U'\u0102', U'\u02FF', U'\u0301', U'\u4DFF',
                              U'\u4E01', U'\uFFFF', U'\U00010100', U'\U0001F431'})
    EXPECT_FALSE(find_cell(kFont, code)) << std::hex << static_cast<unsigned>(code);
  EXPECT_FALSE(find_cell(CellFont{}, 0x4E00));
}

TEST(Unifont, OnlyTheCodeDecidesWhatBuildsMayDrawDifferently) {
  const struct {
    char32_t code;
    bool beyond;
  } cases[] = {{'a', false},    {0xFF, false},   {0x100, true},  {0x732B, true}, {0xD7FF, true},
               {0xD800, false}, {0xDFFF, false}, {0xE000, true}, {0xFFFF, true}, {0x1F431, false}};
  for (const auto& [code, beyond] : cases)
    EXPECT_EQ(is_beyond_own_font(code), beyond) << std::hex << static_cast<unsigned>(code);
}

// Every assigned character of the plane; the font also has glyphs for unassigned ones.
TEST(Unifont, TheBuiltInFontHasTheWholePlane) {
  const CellFont& font = unifont();
  if (!FRANZ_WITH_UNIFONT) {
    EXPECT_TRUE(font.ranges.empty());
    EXPECT_EQ(font.name, "boxes");
    GTEST_SKIP() << "this build was made without Debian's package unifont";
  }
  EXPECT_EQ(font.name.substr(0, 8), "unifont-");
  int missing = 0, blank = 0;
  for (char32_t code = 0x100; code <= 0xFFFD; ++code) {
    if (!is_beyond_own_font(code) || (code >= 0xE000 && code <= 0xF8FF)) continue;  // private use
    const auto glyph = find_cell(font, code);
    if (!glyph) {
      ++missing;
      continue;
    }
    const std::vector<DotRun> runs = cell_runs(*glyph);
    if (runs.empty()) ++blank;
    for (const auto& [column, row, length] : runs) {
      ASSERT_GE(column, 0);
      ASSERT_LE(column + length, glyph->columns) << std::hex << static_cast<unsigned>(code);
      ASSERT_LT(row, kCellRows);
    }
  }
  EXPECT_EQ(missing, 0);
  EXPECT_LT(blank, 30);  // blank characters of the plane
  EXPECT_EQ(art(find_cell(font, U'Я').value()),
            "........\n........\n........\n........\n..#####.\n.#....#.\n.#....#.\n.#....#.\n"
            "..#####.\n...#..#.\n..#...#.\n..#...#.\n.#....#.\n.#....#.\n");
  EXPECT_EQ(find_cell(font, U'猫')->columns, 16);
  EXPECT_TRUE(find_cell(font, 0x301)->shift.has_value());
}
}  // namespace
}  // namespace franz::capturer
