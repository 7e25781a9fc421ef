#pragma once
// Where each overlay goes on a picture: all of it is decided here, before anything is painted.
// What cannot be legible on so small a picture is left out.
#include <optional>
#include <string>
#include <vector>
#include "capturer/render/overlay_grid.h"
#include "capturer/render/overlays.h"

namespace franz::capturer {
struct CrosshairLayout {
  Point at;  // the pointer's pixel
  std::optional<OverlayText> label;
};

// The magnified view, `kInsetZoom` pixels a pixel, in a frame, above its legend.
struct InsetLayout {
  Box panel;    // all of it
  Box view;     // the magnified pixels
  Point first;  // of them in the picture; it and others may lie outside
  Point at;     // the pointer's pixel, in the middle of the view
  GridLayout grid;
  std::optional<OverlayText> legend;
};
inline constexpr int kInsetZoom = 6;

struct OverlayLayout {
  int line = 1;  // pixels: how wide lines are
  std::optional<GridLayout> grid;
  std::optional<CrosshairLayout> crosshair;
  std::optional<InsetLayout> inset;
  std::optional<Box> banner;  // the strip along the bottom edge
  std::optional<OverlayText> banner_text;
  std::vector<Box> taken;  // by texts and panels
};

OverlayLayout lay_out_overlays(Size picture, const OverlayPlan& plan, const MarkedGround& marks);
}  // namespace franz::capturer
