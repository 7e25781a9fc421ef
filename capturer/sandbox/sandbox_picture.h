#pragma once
#include "capturer/render/marks.h"
#include "capturer/sandbox/trace.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
// The marks that show a sandbox turn on a picture of options.picture, made from a canvas of this
// size: what was traced, the pointers after it, and the badge, as far as options.marks asks.
MarkPlan plan_marks(const Trace& trace, const PictureOptions& options, Size canvas);
}  // namespace franz::capturer
