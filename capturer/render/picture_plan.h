#pragma once
// All that is laid over a picture, whatever surface it shows.
#include "capturer/render/marks.h"
#include "capturer/render/overlays.h"

namespace franz::capturer {
struct PicturePlan {
  MarkPlan marks;
  OverlayPlan overlays;
};

// Overlays first, then the marks on top. A plan without either leaves the picture as it is.
void draw_plan(Picture& picture, const PicturePlan& plan);
}  // namespace franz::capturer
