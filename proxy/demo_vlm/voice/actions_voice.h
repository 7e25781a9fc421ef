#pragma once
// The dialect `actions`: a narrative and a list of calls, short enough for a few hundred tokens.
//   NARRATIVE:
//   White ink covers about 1.2 % of the picture … Next: I draw the moon.
//   Learnt: Numbers stay within 0 and 1000
//   Progress: [x] wall  [>] moon  [ ] stars  …; extra stars 0
//
//   ACTIONS:
//   drag(100, 200, 300, 400)
// Its tools are in the system message.
#include "proxy/demo_vlm/story_mind.h"
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_actions(const SeenRequest& request);
Memory read_narrative(const SeenRequest& request, const Drawing& drawing);
// What is ignored, beside what is only noted, failed; why, nobody says: it is found out by the list
// of tools.
Feedback read_lists(const SeenRequest& request, const Memory& memory);
std::string write_narrative(const Story& story, const Drawing& drawing);

inline constexpr StoryForm kNarrativeForm{read_narrative, read_lists, write_narrative, 10};

inline constexpr OwnVoice kActionsVoice{
    "actions", asks_for_actions,
    [](const SeenRequest& request) { return reply_with_story(request, kNarrativeForm); }};
}  // namespace franz::demo_vlm
