#pragma once
// How the pointer gets to a pixel of a shared monitor. Pure.
#include "common/geometry/screen_map.h"

namespace franz::executor {
struct PointerWay {
  double x = 0, y = 0;                  // the place to report first
  double further_x = 0, further_y = 0;  // how far to move on from there; 0, 0: it is there
};

// `pixel`: of the monitor's picture, which has `picture` pixels. `logical`: the monitor's size as
// its programs see it; {0, 0}: the same.
// `gnome`: takes the place in pixels instead of logical ones (mutter), but its portal refuses one
// beyond the logical size (xdg-desktop-portal 1.16); the rest is a relative, logical motion. Found
// with GNOME 43 at the scales 1 and 1.5.
PointerWay pointer_way(Point pixel, Size picture, Size logical, bool gnome);
}  // namespace franz::executor
