#pragma once
// The layout of type(text).
#include <optional>
#include <string_view>
#include <vector>
#include "capturer/render/unifont.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
struct PlacedGlyph {
  char32_t code;
  Point left_top;  // canvas pixels: left edge and top of a capital, or the cell's corner
  std::optional<CellGlyph> cell = std::nullopt;  // nothing: drawn with our font
};

// A line that is not blank, in canvas pixels.
struct PlacedLine {
  int left, right;  // first pixel, one past the last
  int foot;         // the row below the descenders, for an underline
};

struct TextLayout {
  int dot = 1;       // canvas pixels per dot
  int cell_dot = 1;  // the same for cells
  std::vector<PlacedGlyph> glyphs;
  std::vector<PlacedLine> lines;
  bool cut = false;  // the text is higher than the canvas; the rest is not drawn
};

// The text begins right of the dot that the click at `at` left, with its first line centred on it.
// If not even eight letters fit there, it ends left of the dot. Lines break at newlines and between
// words (or inside a word that is too long), and after characters of a full cell such as
// ideographs. All lines have the same left edge. Near the top and bottom edges the text moves
// inwards so that all lines are visible. A tab is four blanks. Characters that our font lacks are
// taken from `cells`, on the same baseline; combining marks are drawn over the character before
// them.
TextLayout lay_out_text(std::string_view utf8, Point at, Size canvas,
                        const CellFont& cells = unifont());
}  // namespace franz::capturer
