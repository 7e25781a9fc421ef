#pragma once
// The picture as the demo model sees it: decoded pixels, and what they alone show.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include "common/picture/picture_pixels.h"
#include "common/picture/target_look.h"
#include "proxy/demo_vlm/drawing_plan.h"

namespace franz::demo_vlm {
using Picture = PicturePixels;

struct PixelColor {
  int r, g, b;  // 0 to 255
};
inline PixelColor color_at(const Picture& picture, int x, int y) {
  const std::size_t at =
      3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
           static_cast<std::size_t>(x));
  return {picture.rgb[at], picture.rgb[at + 1], picture.rgb[at + 2]};
}

// Whether no channel is further away than that.
bool is_near(PixelColor color, target_look::Rgb other, int tolerance);

// A part of a picture, in its pixels.
struct PixelBox {
  int left = 0, top = 0, width = 0, height = 0;
  int right() const { return left + width - 1; }  // the last column
  int bottom() const { return top + height - 1; }
  bool has(int x, int y) const { return x >= left && x <= right() && y >= top && y <= bottom(); }
  // What of it and of a margin around it is inside a picture of that size.
  PixelBox grown(int margin, Size picture) const;
  friend bool operator==(const PixelBox&, const PixelBox&) = default;
};
// The smallest box with both in it.
PixelBox around(const PixelBox& a, const PixelBox& b);

// Calls look(x, y) for each pixel of the box, row by row.
template <typename Look>
void for_pixels(const PixelBox& box, Look look) {
  for (int y = box.top; y <= box.bottom(); ++y)
    for (int x = box.left; x <= box.right(); ++x) look(x, y);
}

// For how many pixels of the box `is_one(x, y)` holds.
template <typename IsOne>
int count_where(const PixelBox& box, IsOne is_one) {
  int count = 0;
  for_pixels(box, [&](int x, int y) { count += is_one(x, y) ? 1 : 0; });
  return count;
}

inline Size size_of(const Picture& picture) { return {picture.width, picture.height}; }
inline PixelBox whole(const Picture& picture) { return {0, 0, picture.width, picture.height}; }

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

// The magnified view that overlays may put into a corner: what lies under it cannot be seen.
// Nothing: there is none.
std::optional<PixelBox> find_inset(const Picture& picture);

// True if next to nothing but black lies along a line or at a dot: neither ink nor a mark, nor what
// else may be painted over the picture. Of a text, or of what lies under the inset, always false.
bool is_dark_along(const Picture& picture, const PlannedCall& call,
                   const std::optional<PixelBox>& inset);

// True if there is nothing but black within `reach` (0 to 1000, of the width) around the point.
bool is_dark_around(const Picture& picture, PlanPoint at, int reach);
}  // namespace franz::demo_vlm
