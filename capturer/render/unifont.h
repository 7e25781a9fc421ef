#pragma once
// The characters that our font (font.h) lacks, from GNU Unifont: one bitmap per character of the
// Basic Multilingual Plane, sixteen dots high and eight or sixteen wide. They are taken from
// Debian's package unifont during the build (config/cmake/unifont.cmake). A build without that
// package draws a box with the character's code instead.
// Source: https://unifoundry.com/unifont/, "Unifont Glyphs", the .hex format and the combining
// file.
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>
#include "capturer/render/font.h"

namespace franz::capturer {
// Measures of a cell, in its own dots; our font has larger dots (sandbox/ink_measures.h).
inline constexpr int kCellRows = 16;
inline constexpr int kCellRowsAbove = 14;  // rows 0..13 are above the baseline

// Consecutive characters of the same width; their bitmaps are in the same order.
struct CellRange {
  std::uint16_t first, last;
  std::uint8_t columns;  // 8 or 16
  // Combining marks, which are drawn over the character before them. `shift`: columns from that
  // character's right edge to the mark's left edge, 0 or less.
  bool combining;
  std::int8_t shift;
  std::uint32_t start;  // index of the first bitmap in CellFont::words
};

struct CellFont {
  // Identifies the bitmaps in the record: "unifont-" and a digest of the source files, or "boxes"
  // if there are none. Fonts with the same name draw the same.
  std::string_view name;
  std::span<const CellRange> ranges;  // ascending
  // Rows from the top, the left dot in the highest bit; eight or four rows per word, the first row
  // in the highest bits.
  std::span<const std::uint64_t> words;
};

// The font of this build.
const CellFont& unifont();

struct CellGlyph {
  int columns = 8;
  std::optional<int> shift;  // for a combining mark: see CellRange
  std::span<const std::uint64_t> words;
};

// Whether builds with and without Unifont may draw this character differently. Depends only on the
// code, so the result is the same in both.
bool is_beyond_own_font(char32_t code);

// Nothing: the font lacks it, or our font draws it.
std::optional<CellGlyph> find_cell(const CellFont& font, char32_t code);

// The dots, in columns and rows of the cell.
std::vector<DotRun> cell_runs(const CellGlyph& glyph);
}  // namespace franz::capturer
