#pragma once
// The ways in which the demo model speaks, a row each: how it finds in a request what it said and
// what became of it, and how it writes what it means to do. What it means to do is decided without
// knowing the voice (decide.h).
#include <cstddef>
#include <string>
#include "proxy/demo_vlm/decide.h"
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/feedback_reading.h"
#include "proxy/demo_vlm/story.h"

namespace franz::demo_vlm {
struct Voice {
  std::string_view dialect;  // the name of the dialect that it writes
  // True: the request asks for this voice. The first row that is asked for speaks; the last one
  // always is.
  bool (*is_asked_for)(const SeenRequest& request);
  Memory (*read_memory)(const SeenRequest& request, const Drawing& drawing);
  // `memory`: as remembered from the same request.
  Feedback (*read_feedback)(const SeenRequest& request, const Memory& memory);
  std::string (*write)(const Story& story, const Drawing& drawing);
  std::size_t max_calls;  // in one reply
};

const Voice& voice_for(const SeenRequest& request);
}  // namespace franz::demo_vlm
