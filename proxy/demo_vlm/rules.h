#pragma once
// RULES I KNOW: what the story remembers about its tools and its own mistakes.
#include <string>
#include <string_view>
#include <vector>
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/feedback_reading.h"

namespace franz::demo_vlm {
// The rules after this feedback: those there were, the list of tools instead of the old one if the
// feedback has one, and what its complaints teach. `marks`: red marks are in the picture.
std::vector<std::string> learn(const std::vector<std::string>& rules, const Feedback& feedback,
                               bool marks);

// True if the rules already hold the one that this mistake teaches.
bool is_learnt(Mistake mistake, const std::vector<std::string>& rules);
}  // namespace franz::demo_vlm
