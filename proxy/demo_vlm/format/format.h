#pragma once
// The formats in which the demo model replies. They read what is remembered and write calls; what
// to do is the same for all: on a real screen by screen_policy.h, stroke by stroke on a canvas by
// stroke_policy.h, and a part of the drawing a reply by story_policy.h. Formats that models were
// trained to write are families' (common/formats/voice.h): each turn shows a picture, one step is
// done by it, and the model's own sentences say what was done before, wherever a memory sends them.
// The others are FRANZ's own:
//   action      one JSON object a reply, in pixels of the picture. In a window it does what it does
//               on a real screen, one click or text a reply, and ends the run with the click that
//               confirms. On a canvas it has only clicks: it sets a dot at each
//               corner of its drawing.
//     {"action":"click","x":188,"y":121,"done":true,"why":"I press the button …","confidence":0.9}
//   steps       one JSON object with up to four steps, by the context of the request:
//     {"steps":[{"tool":"mouse","args":{"x":865,"y":338,"action":"move"},
//                "human_readable_justification":"The outline in one line, …"},…],"done":null}
//   tool_calls  one call a reply, and a few words beside it; a reply without a call ends the run
//   actions     a narrative and a list of calls, short enough for a few hundred tokens:
//     NARRATIVE:
//     White ink covers about 1.2 % of the picture … Next: I draw the moon.
//     Learnt: Numbers stay within 0 and 1000
//     Progress: [x] wall  [>] moon  [ ] stars  …; extra stars 0
//
//     ACTIONS:
//     drag(100, 200, 300, 400)
//   python      the sections and the block that the prompt of profile franz asks for (story.h); it
//               has no list of its tools until a complaint brings one
// On the way each makes the mistakes that small models make in it, once and as long as the turns
// allow it, and corrects them by the answer.
#include <string_view>
#include "proxy/demo_vlm/decide.h"

namespace franz::demo_vlm {
// The dialect of the reply to this request.
std::string_view dialect_for(const SeenRequest& request);

// Whether the request asks for this family's format, and the reply in it.
bool asks_for(const Voice& family, const SeenRequest& request);
Reply reply_in(const Voice& family, const SeenRequest& request);

// A list of outcomes of its actions, and a system message that shows the form of a reply.
bool asks_for_action(const SeenRequest& request);
Reply reply_with_action(const SeenRequest& request);
bool asks_for_steps(const SeenRequest& request);
Reply reply_with_steps(const SeenRequest& request);
bool asks_for_tool_calls(const SeenRequest& request);
Reply reply_with_tool_call(const SeenRequest& request);

bool asks_for_actions(const SeenRequest& request);
Reply reply_with_narrative(const SeenRequest& request);
}  // namespace franz::demo_vlm
