#pragma once
// The demo model on a real screen where it calls tools and remembers the conversation.
#include "proxy/demo_vlm/own_calls.h"
#include "proxy/demo_vlm/screen/screen_policy.h"

namespace franz::demo_vlm {
// What its next reply is, with one action at most.
struct ScreenTurn {
  ScreenPlan plan;                     // by the newest picture
  std::optional<ScreenAction> action;  // the next one of the plan that has not been done since
  bool look = false;  // another picture is wanted; else, and without an action: done
};

// `own`: of the same request, whose places are 0 to 1000.
ScreenTurn screen_turn(const SeenRequest& request, const OwnCalls& own);

}  // namespace franz::demo_vlm
