#pragma once
// What the demo model does next where a request lists the outcomes of its earlier steps: what they
// have drawn, where they left the pointer, and the steps that are still missing.
#include <cstddef>
#include <optional>
#include <string>
#include <vector>
#include "proxy/demo_vlm/steps_context.h"
#include "proxy/demo_vlm/stroke_policy.h"

namespace franz::demo_vlm {
struct Pixel {
  int x = 0, y = 0;
  friend bool operator==(const Pixel&, const Pixel&) = default;
};
// The pixel of a picture that is nearest to the place.
Pixel pixel_of(PlanPoint place, Size picture);

struct OwnSteps {
  Past past;                         // without a picture: the outcomes of the steps count more
  std::optional<PlanPoint> pointer;  // nothing: its place is unknown
  std::size_t lost_replies = 0;      // replies without a single step
};
// How a step's justification names its stroke: "(stroke 3 of 31)".
std::string stroke_name(std::size_t number, std::size_t all);
// By what the justifications name. Strokes before those of the list are believed to be made.
OwnSteps read_own_steps(const StepsContext& context, const Drawing& drawing);

// What the steps have drawn, and the strokes that are to be made. Where there is none, those come
// in that were made once and of which the picture shows nothing but black.
Prospect look_at_steps(const Drawing& drawing, const OwnSteps& own, const Picture* picture);

struct PlannedStep {
  enum class Kind { move, drag, click, write };
  Kind kind = Kind::move;
  PlanPoint at = {};
  std::string text = {};   // write only
  std::size_t stroke = 0;  // the index in Prospect::to_do that it belongs to
};
// All that is to be done, in its order: a move where a line does not begin at the pointer, then a
// drag for each of its lines.
std::vector<PlannedStep> planned_steps(const Prospect& prospect, std::optional<PlanPoint> pointer);
}  // namespace franz::demo_vlm
