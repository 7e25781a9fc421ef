#pragma once
// What a request of step plans holds: a context in JSON, and the objective.
//   {"picture":{"width":1280,"height":720},"turn":7,"turns_left":6,"overlays":["grid"],
//    "actions_history":[{"turn":6,"step":1,"action":"mouse
//    {\"x\":10,\"y\":20,\"action\":\"move\"}",
//                        "why":"…","outcome":"done"}],
//    "actions_left_out":false,"complaints":["…"],"operator":"…"}
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"

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

// The justifications of the steps that were performed or only waited, in their order, a line each.
std::string said_in(const StepsContext& context);

// Whether one of the texts of a message is a JSON object with the list "actions_history".
bool has_steps_context(std::span<const std::string> texts);

// What such a message says. Members that are missing or of another kind are as above; nothing:
// there is no such object.
std::optional<StepsContext> read_steps_context(std::span<const std::string> texts);
}  // namespace franz::demo_vlm
