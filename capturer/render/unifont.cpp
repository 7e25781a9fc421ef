#include "capturer/render/unifont.h"
#include <algorithm>

namespace franz::capturer {
bool is_beyond_own_font(char32_t code) {
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code > 0xFF && code <= 0xFFFF && !is_surrogate;
}

std::optional<CellGlyph> find_cell(const CellFont& font, char32_t code) {
  if (!is_beyond_own_font(code)) return std::nullopt;
  const auto range = std::ranges::lower_bound(
      font.ranges, code, {}, [](const CellRange& each) -> char32_t { return each.last; });
  if (range == font.ranges.end() || code < range->first) return std::nullopt;
  const std::size_t words = static_cast<std::size_t>(range->columns) * kCellRows / 64;
  CellGlyph glyph;
  glyph.columns = range->columns;
  if (range->combining) glyph.shift = range->shift;
  glyph.words = font.words.subspan(range->start + (code - range->first) * words, words);
  return glyph;
}

std::vector<DotRun> cell_runs(const CellGlyph& glyph) {
  std::vector<DotRun> runs;
  for (int row = 0; row < kCellRows; ++row) {
    const int bit = row * glyph.columns;
    const std::uint64_t dots = glyph.words[static_cast<std::size_t>(bit / 64)]
                               << static_cast<unsigned>(bit % 64);
    const auto is_set = [&](int column) {
      return column < glyph.columns && (dots << static_cast<unsigned>(column) >> 63U) != 0;
    };
    for (int column = 0; column < glyph.columns; ++column) {
      if (!is_set(column)) continue;
      const int start = column;
      while (is_set(column + 1)) ++column;
      runs.push_back({start, row, column - start + 1});
    }
  }
  return runs;
}
}  // namespace franz::capturer
