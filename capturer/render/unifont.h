#pragma once
// The characters that our own font (font.h) does not draw, as GNU Unifont has them: one bitmap a
// character of the Basic Multilingual Plane, sixteen dots high and eight or sixteen wide. They are
// taken from Debian's package unifont while FRANZ is built (config/cmake/unifont.cmake); a build
// without that package has none of them, and draws the box with the character's code.
// Source: https://unifoundry.com/unifont/, "Unifont Glyphs", the .hex format and the combining
// file.
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>
#include "capturer/render/font.h"

namespace franz::capturer {
// Measures of a cell, in its own dots: our own letters have larger ones (sandbox/ink_measures.h).
inline constexpr int kCellRows = 16;
inline constexpr int kCellRowsAbove = 14;  // rows 0..13 stand on the line of the letters

// Characters that follow each other, each with as many columns, and bitmaps in that order.
struct CellRange {
  std::uint16_t first, last;
  std::uint8_t columns;  // 8 or 16
  // Set: a combining mark, which is laid over the character before it. Its columns from that one's
  // right edge to the mark's left one: 0 or less.
  bool combining;
  std::int8_t shift;
  std::uint32_t start;  // of the first bitmap, in CellFont::words
};

struct CellFont {
  // Tells whose bitmaps these are, for the record: "unifont-" with a digest of the files that they
  // were taken from, or "boxes" where there are none. Two fonts of one name draw the same.
  std::string_view name;
  std::span<const CellRange> ranges;  // ascending
  // Rows from the top, each with its left dot in the highest bit; eight or four rows a word, the
  // first one in its highest bits.
  std::span<const std::uint64_t> words;
};

// The one that this build has.
const CellFont& unifont();

struct CellGlyph {
  int columns = 8;
  std::optional<int> shift;  // of a combining mark: see CellRange
  std::span<const std::uint64_t> words;
};

// Whether a build with Unifont may draw this character otherwise than one without it. It depends
// on the code alone, and so is the same in both.
bool is_beyond_own_font(char32_t code);

// Nothing: the font does not have it, or our own font draws it.
std::optional<CellGlyph> find_cell(const CellFont& font, char32_t code);

// The dots, in columns and rows of the cell.
std::vector<DotRun> cell_runs(const CellGlyph& glyph);
}  // namespace franz::capturer
