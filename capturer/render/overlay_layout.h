#pragma once
// The position of each overlay on a picture, computed before anything is painted. Overlays that
// would be illegible on a small picture are omitted.
#include <optional>
#include <string>
#include <vector>
#include "capturer/render/overlay_grid.h"
#include "capturer/render/overlays.h"

namespace franz::capturer {
struct CrosshairLayout {
  Point at;  // pixel of the pointer
  std::optional<OverlayText> label;
};

// The magnified view, `kInsetZoom` pixels per pixel, in a frame, with its legend below.
struct InsetLayout {
  Box panel;    // view and legend
  Box view;     // the magnified pixels
  Point first;  // its first pixel in the picture; it and others may be outside
  Point at;     // the pointer's pixel, in the middle of the view
  GridLayout grid;
  std::optional<OverlayText> legend;
};
inline constexpr int kInsetZoom = 6;

struct OverlayLayout {
  int line = 1;  // pixels: width of lines
  std::optional<GridLayout> grid;
  std::optional<CrosshairLayout> crosshair;
  std::optional<InsetLayout> inset;
  std::optional<Box> banner;  // the strip along the bottom edge
  std::optional<OverlayText> banner_text;
  std::vector<Box> taken;  // by texts and panels
};

OverlayLayout lay_out_overlays(Size picture, const OverlayPlan& plan, const MarkedGround& marks);
}  // namespace franz::capturer
