#pragma once
#include "capturer/render/picture_plan.h"
#include "capturer/sandbox/trace.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
// The marks and overlays of a sandbox turn on a picture of options.picture of a canvas of this
// size: the traced actions, the pointers after them and the badge, as far as options.marks asks for
// them; the overlays of options.overlays, with the pointer as the model's pixel.
PicturePlan plan_picture(const Trace& trace, const PictureOptions& options, Size canvas);
}  // namespace franz::capturer
