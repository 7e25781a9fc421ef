#pragma once
// Everything that is drawn over a picture, for any surface.
#include "capturer/render/marks.h"
#include "capturer/render/overlays.h"

namespace franz::capturer {
struct PicturePlan {
  MarkPlan marks;
  OverlayPlan overlays;
};

// Draws overlays first, then marks on top. Without either, the result is the plain picture.
Picture draw_plan(const Picture& plain, const PicturePlan& plan);
}  // namespace franz::capturer
