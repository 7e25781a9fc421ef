#pragma once
// Aids for the model's eyes, laid over the picture that it gets: a grid, a cross-hair through the
// pointer, a magnified inset of what surrounds it, and a banner with the picture's size. All their
// numbers are pixels of that picture. Cyan on dark: neither the ink's white nor the marks' red.
//
// Overlays lie below the red marks, which stay whole; of texts none covers another: an overlay's
// text is where the marks leave most room, and the marks' numbers, labels and badge go beside it.
#include <optional>
#include "common/geometry/screen_map.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
struct OverlayPlan {
  Overlays on;                   // which of them
  std::optional<Point> pointer;  // its pixel of the picture, inside; nothing: not known, and so
                                 // neither cross-hair nor inset
};

// False: the picture stays as it is.
bool shows_anything(const OverlayPlan& plan);
}  // namespace franz::capturer
