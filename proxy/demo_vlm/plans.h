#pragma once
// The plans as data: each drawing is a list of parts, each part lines and dots.
#include "proxy/demo_vlm/drawing_plan.h"

namespace franz::demo_vlm {
// Adds parts to a drawing in the order in which they are drawn.
class PartList {
 public:
  using Line = std::vector<PlanPoint>;  // drags from each point to the next

  explicit PartList(std::vector<Part>& parts) : parts_(parts) {}
  // `dots`: a click each, after the lines.
  void add(const char* name, const char* seen, const char* plan, Mistake mistake,
           const std::vector<Line>& lines, const std::vector<PlanPoint>& dots = {});
  // The part "name": a click, and the demo model's name beside it.
  void sign(const char* plan, PlanPoint at);

 private:
  std::vector<Part>& parts_;
};

// From point to point, closed.
PartList::Line star_outline();

Drawing cat_plan();
Drawing cat_in_few_strokes();
std::vector<Drawing> small_plans();
std::vector<Drawing> few_steps_plans();  // the cat comes first
}  // namespace franz::demo_vlm
