#pragma once
// The memory of the format `actions`: its own last narrative.
#include "proxy/demo_vlm/story_policy.h"

namespace franz::demo_vlm {
Memory read_narrative(const SeenRequest& request, const Drawing& drawing);
// What is ignored, beside what is only noted, failed; the list of tools says why.
Feedback read_lists(const SeenRequest& request, const Memory& memory);
std::string write_narrative(const Story& story, const Drawing& drawing);
}  // namespace franz::demo_vlm
