#pragma once
// What the demo model does next where its own last reply is all that it remembers: one part of the
// drawing a reply. A format says how its memory and the feedback are read and how a reply is
// written.
#include <cstddef>
#include <string>
#include "proxy/demo_vlm/decide.h"
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/feedback_reading.h"
#include "proxy/demo_vlm/story.h"

namespace franz::demo_vlm {
struct StoryForm {
  Memory (*read_memory)(const SeenRequest& request, const Drawing& drawing);
  // `memory`: as remembered from the same request.
  Feedback (*read_feedback)(const SeenRequest& request, const Memory& memory);
  std::string (*write)(const Story& story, const Drawing& drawing);
  std::size_t max_calls;  // in one reply
};

// The form of the format `actions`, whose memory is its own last narrative. What is ignored, beside
// what is only noted, failed; the list of tools says why.
Memory read_narrative(const SeenRequest& request, const Drawing& drawing);
Feedback read_lists(const SeenRequest& request, const Memory& memory);
std::string write_narrative(const Story& story, const Drawing& drawing);

Reply reply_with_story(const SeenRequest& request, const StoryForm& form);
}  // namespace franz::demo_vlm
