#pragma once
// The picture as the demo model sees it: decoded pixels, and what they alone show.
#include <cstddef>
#include <optional>
#include <string>
#include "common/picture/picture_pixels.h"
#include "proxy/demo_vlm/drawing_plan.h"

namespace franz::demo_vlm {
using Picture = PicturePixels;

struct PixelColor {
  int r, g, b;  // 0 to 255
};
// Of the pixel with this index, row by row from the top left corner.
inline PixelColor color_at(const Picture& picture, std::size_t index) {
  return {picture.rgb[index * 3], picture.rgb[index * 3 + 1], picture.rgb[index * 3 + 2]};
}

// The white ink. Marks are red and do not count; the badge at the foot is left out.
struct InkSeen {
  double share = 0;                              // of the pixels, 0 to 1
  int left = 0, top = 0, right = 0, bottom = 0;  // its box in 0 to 1000; only where share > 0
  bool marks = false;                            // red marks are there
};
InkSeen look_at_ink(const Picture& picture);
// "from (312, 124) to (700, 910)"
std::string box_text(const InkSeen& ink);

// Is a call's ink in the picture? `hidden`: red marks lie over all of it.
enum class Sight { there, hidden, missing };
Sight look_for(const Picture& picture, const PlannedCall& call);

// A part of the picture, in its pixels; both corners belong to it.
struct Panel {
  int left, top, right, bottom;
};
// The magnified view that overlays may put into a corner: what lies under it cannot be seen.
// Nothing: there is none.
std::optional<Panel> find_inset(const Picture& picture);

// True if next to nothing but black lies along a line or at a dot: neither ink nor a mark, nor what
// else may be painted over the picture. Of a text, or of what lies under the inset, always false.
bool is_dark_along(const Picture& picture, const PlannedCall& call,
                   const std::optional<Panel>& inset);

// True if there is nothing but black within `reach` (0 to 1000, of the width) around the point.
bool is_dark_around(const Picture& picture, PlanPoint at, int reach);
}  // namespace franz::demo_vlm
