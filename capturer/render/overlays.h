#pragma once
// Visual aids on the model's picture: a grid, a cross-hair through the pointer, a magnified inset
// of its surroundings, and a banner with the picture's size. Their numbers are pixels of that
// picture. Cyan on dark differs from the ink's white and the marks' red.
//
// Overlays are below the red marks, which stay complete. Texts do not cover each other: an
// overlay's text is where the marks leave most room; the marks' numbers, labels and badge avoid it.
#include <optional>
#include "common/geometry/screen_map.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
struct OverlayPlan {
  Overlays on;                   // the enabled overlays
  std::optional<Point> pointer;  // pixel inside the picture; nothing: unknown, so there is
                                 // neither cross-hair nor inset
};

// False: the picture does not change.
bool shows_anything(const OverlayPlan& plan);
}  // namespace franz::capturer
