#pragma once
// Where the lines of a grid go, and which of them carry a number. The grid of the whole picture and
// that of the magnified inset differ in their measures only.
#include <string>
#include <vector>
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
// A short text on a plate of its own.
struct OverlayText {
  Box plate;
  std::string text;
  int dot = 1;        // pixels a dot of its letters
  bool mini = false;  // in the three-dot digits
};

// A text in its plate, whose corner is at (0, 0): one dot of ground around mini digits, two around
// letters.
OverlayText overlay_text(std::string text, int dot, bool mini = false);

struct GridLine {
  int at;     // column or row of the picture: the line's first pixel
  int value;  // the pixel of the picture that it stands for
  bool major;
  friend bool operator==(const GridLine&, const GridLine&) = default;
};

struct GridMeasures {
  int minor, major;  // pixels of the picture from line to line; major is a multiple of minor
  int zoom;          // pixels on the picture for each of its pixels that is shown
  int number_dot;
  bool mini_majors;  // majors in the three-dot digits too, as minors are
};

// A part of the picture, shown `zoom` times enlarged in `area`: `first` is its left top pixel.
struct GridView {
  Box area;
  Point first;
  Size whole;  // of the picture: pixels outside have no lines
};

struct GridLayout {
  std::vector<GridLine> columns, rows;  // from left to right, from top to bottom; none at 0
  std::vector<OverlayText> numbers;     // along the top edge and along the left edge
};

// Numbers that do not fit between their lines are thinned out evenly: each second minor one, then
// none. One that would lie over a box of `taken`, or outside the area, is left out.
GridLayout lay_out_grid(const GridView& view, const GridMeasures& measures,
                        const std::vector<Box>& taken);

// The room that numbers take along the top and the left edge.
Size number_strips(Size picture, const GridMeasures& measures);
}  // namespace franz::capturer
