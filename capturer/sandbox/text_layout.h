#pragma once
// Where the letters of type(text) go.
#include <optional>
#include <string_view>
#include <vector>
#include "capturer/render/unifont.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
struct PlacedGlyph {
  char32_t code;
  Point left_top;  // canvas pixels: the glyph's left and the top of a capital; of a cell: its own
  std::optional<CellGlyph> cell = std::nullopt;  // nothing: our own font draws it
};

// A line with something in it, in canvas pixels.
struct PlacedLine {
  int left, right;  // first pixel, one past the last
  int foot;         // the row below the descenders: where an underline goes
};

struct TextLayout {
  int dot = 1;       // canvas pixels a dot
  int cell_dot = 1;  // the same in cells
  std::vector<PlacedGlyph> glyphs;
  std::vector<PlacedLine> lines;
  bool cut = false;  // the text is longer than the canvas is high; the rest is not drawn
};

// The text begins right of the dot that the click at `at` left, its first line centred on it; where
// not even eight of its letters have room there, it ends left of the dot. It breaks at newlines and
// at the edge between words (inside one that is too long), each line below the first one's left.
// It may also break behind an ideograph or another character of a full cell. Near the top and
// bottom edges it moves inwards so that all its lines are seen. A tab is four blanks. What our own
// font does not have is taken from `cells`, on the same line of the letters; combining marks lie
// over the character before them.
TextLayout lay_out_text(std::string_view utf8, Point at, Size canvas,
                        const CellFont& cells = unifont());
}  // namespace franz::capturer
