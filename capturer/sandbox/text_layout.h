#pragma once
// Where the letters of type(text) go.
#include <string_view>
#include <vector>
#include "common/geometry/screen_map.h"

namespace franz::capturer {
struct PlacedGlyph {
  char32_t code;
  Point left_top;  // canvas pixels: the glyph's left and the top of a capital
};

// A line with something in it, in canvas pixels.
struct PlacedLine {
  int left, right;  // first pixel, one past the last
  int foot;         // the row below the descenders: where an underline goes
};

struct TextLayout {
  int dot = 1;  // canvas pixels a dot
  std::vector<PlacedGlyph> glyphs;
  std::vector<PlacedLine> lines;
  bool cut = false;  // the text is longer than the canvas is high; the rest is not drawn
};

// The text begins right of the dot that the click at `at` left, its first line centred on it; where
// not even eight of its letters have room there, it ends left of the dot. It breaks at newlines and
// at the edge between words (inside one that is too long), each line below the first one's left.
// Near the top and bottom edges it moves inwards so that all its lines are seen. A tab is four
// blanks.
TextLayout lay_out_text(std::string_view utf8, Point at, Size canvas);
}  // namespace franz::capturer
