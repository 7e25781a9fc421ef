#pragma once
// The demo model's replies on a real screen, by what each format remembers.
#include "proxy/demo_vlm/own_calls.h"
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/steps_context.h"
#include "proxy/demo_vlm/story_policy.h"

namespace franz::demo_vlm {
// Its own last reply is all that it remembers. Places are 0 to 1000.
Reply reply_with_screen_story(const SeenRequest& request, const StoryForm& form);

// The request lists its earlier steps. Places are pixels of the picture; "done" has a text when
// there is nothing left to do.
Reply reply_with_screen_steps(const SeenRequest& request, const StepsContext& context);

// It calls tools and remembers the conversation: what its next reply is, with at most one action.
struct ScreenTurn {
  ScreenPlan plan;                     // by the newest picture
  std::optional<ScreenAction> action;  // the next one of the plan that has not been done since
  bool look = false;  // another picture is wanted; if not, and without an action: done
};
ScreenTurn screen_turn(const SeenRequest& request, const OwnCalls& own);
}  // namespace franz::demo_vlm
