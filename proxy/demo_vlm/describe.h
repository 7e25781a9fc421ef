#pragma once
// The sentences of WHAT I SEE: each is about this request and nothing else.
#include <cstddef>
#include <string>
#include <vector>
#include "proxy/demo_vlm/decide.h"
#include "proxy/demo_vlm/feedback_reading.h"
#include "proxy/demo_vlm/story.h"

namespace franz::demo_vlm {
// What the picture shows of one part of the plan.
struct PartSeen {
  std::vector<std::size_t> missing;  // the calls to be drawn (again)
  bool whole = false;                // every call's ink is there; a part without calls never is
};

struct Findings {
  const SeenRequest& request;
  const Drawing& drawing;  // that the objective names
  const Memory& memory;    // as the story has it
  const Feedback& feedback;
  InkSeen ink;
  std::vector<PartSeen> parts;  // one per part; empty without a picture
};

std::string describe(const Findings& findings);

// What the feedback says, a line each; empty: nothing that matters.
std::string feedback_sentences(const Feedback& feedback);

// A place of the picture, 0 to 1000: "(312, 124)"
std::string point_text(int x, int y);
}  // namespace franz::demo_vlm
