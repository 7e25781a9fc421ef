#pragma once
// Requests of step plans: a context in JSON, which lists the outcomes of the earlier steps, and the
// objective.
//   {"picture":{"width":1280,"height":720},"turn":7,"turns_left":6,"overlays":["grid"],
//    "actions_history":[{"turn":6,"step":1,"action":"mouse
//    {\"x\":10,\"y\":20,\"action\":\"move\"}",
//                        "why":"…","outcome":"done"}],
//    "actions_left_out":false,"complaints":["…"],"operator":"…"}
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"
#include "proxy/demo_vlm/stroke_policy.h"

namespace franz::demo_vlm {
struct ToldStep {
  int turn = 0;                 // of the reply that asked for it
  std::string tool, arguments;  // "mouse", and a JSON object
  std::string why, outcome;     // its justification; "done"
};

// Whether a step was performed, or may have been in part.
bool was_performed(const ToldStep& step);

inline constexpr int kLargestPlace = 100'000;  // pixels: of a place in a step's arguments

struct StepsContext {
  Size picture;
  int turn = 1;
  std::optional<int> turns_left;  // replies, this one too; nothing: there is no limit
  std::vector<ToldStep> steps;    // in their order
  bool left_out = false;          // there were more, before them
  std::vector<std::string> complaints;
  std::string note;  // the operator's; empty: none
  std::string objective;
};

// What a message with these texts says; nothing: none of them is a JSON object with the list
// "actions_history". Members that are missing or of another kind are as above.
std::optional<StepsContext> read_steps_context(std::span<const std::string> texts);

// The justifications of the steps that were performed or only waited, in their order, a line each.
std::string said_in(const StepsContext& context);

// What the complaints about the last reply teach; empty: there are none.
std::string rule_of_complaints(const std::vector<std::string>& complaints);

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
  enum class Kind { move, drag, click };
  Kind kind = Kind::move;
  PlanPoint at = {};
  std::size_t stroke = 0;  // the index in Prospect::to_do that it belongs to
};
// All that is to be done, in its order: a move where a line does not begin at the pointer, then a
// drag for each of its lines.
std::vector<PlannedStep> planned_steps(const Prospect& prospect, std::optional<PlanPoint> pointer);
}  // namespace franz::demo_vlm
