#pragma once
#include "capturer/render/picture_plan.h"
#include "capturer/sandbox/trace.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
// What shows a sandbox turn on a picture of options.picture, made from a canvas of this size: what
// was traced, the pointers after it, and the badge, as far as options.marks asks; the overlays of
// options.overlays, with the pointer as the model's pixel.
PicturePlan plan_picture(const Trace& trace, const PictureOptions& options, Size canvas);
}  // namespace franz::capturer
