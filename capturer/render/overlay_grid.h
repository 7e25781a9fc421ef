#pragma once
// The lines of a grid, and which of them have a number. The grid of the whole picture and that of
// the magnified inset differ only in their measures.
#include <string>
#include <vector>
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
// A short text on its own plate.
struct OverlayText {
  Box plate;
  std::string text;
  int dot = 1;        // pixels per dot of its letters
  bool mini = false;  // in the three-dot digits
};

// A text on its plate, whose corner is at (0, 0): one dot of background around mini digits, two
// around letters.
OverlayText overlay_text(std::string text, int dot, bool mini = false);

struct GridLine {
  int at;     // column or row of the picture: the line's first pixel
  int value;  // the pixel of the shown picture at this line
  bool major;
  friend bool operator==(const GridLine&, const GridLine&) = default;
};

struct GridMeasures {
  int minor, major;  // pixels of the picture between lines; major is a multiple of minor
  int zoom;          // pixels drawn per shown pixel of the picture
  int number_dot;
  bool mini_majors;  // majors use the three-dot digits too, like minors
};

// A part of the picture, magnified `zoom` times in `area`: `first` is its top left pixel.
struct GridView {
  Box area;
  Point first;
  Size whole;  // of the picture: there are no lines outside
};

struct GridLayout {
  std::vector<GridLine> columns, rows;  // from left to right, from top to bottom; none at 0
  std::vector<OverlayText> numbers;     // along the top and the left edge
};

// Numbers that do not fit between their lines are thinned out evenly: each second minor one, then
// none. A number that would overlap a box of `taken` or leave the area is omitted.
GridLayout lay_out_grid(const GridView& view, const GridMeasures& measures,
                        const std::vector<Box>& taken);

// The space for numbers along the top and the left edge.
Size number_strips(Size picture, const GridMeasures& measures);
}  // namespace franz::capturer
