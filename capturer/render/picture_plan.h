#pragma once
// All that is laid over a picture, whatever surface it shows.
#include "capturer/render/marks.h"
#include "capturer/render/overlays.h"

namespace franz::capturer {
struct PicturePlan {
  MarkPlan marks;
  OverlayPlan overlays;
};

// Overlays first, then the marks on top. A plan without either gives the plain picture.
Picture draw_plan(const Picture& plain, const PicturePlan& plan);
}  // namespace franz::capturer
