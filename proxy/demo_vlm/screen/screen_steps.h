#pragma once
// The demo model on a real screen where a request tells what became of its earlier steps.
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/steps_context.h"

namespace franz::demo_vlm {
// A reply of steps in pixels of the picture, "done" with a text when there is nothing left to do.
Reply reply_with_screen_steps(const SeenRequest& request, const StepsContext& context);
}  // namespace franz::demo_vlm
