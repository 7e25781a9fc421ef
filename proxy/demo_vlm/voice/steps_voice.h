#pragma once
// The dialect `steps`: one JSON object with up to four steps, by the context that the request
// tells:
//   {"steps":[{"tool":"mouse","args":{"x":865,"y":338,"action":"move"},
//              "human_readable_justification":"The outline in one line, …"},…],"done":null}
// Lines are drawn by a move to where they begin and a drag to each further point. It ends with a
// text in `done`. On the way it makes the mistakes that small models make in this dialect, once
// each and as long as the turns that are left allow it, and mends them by the complaint.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_steps(const SeenRequest& request);
Reply reply_with_steps(const SeenRequest& request);

inline constexpr OwnVoice kStepsVoice{"steps", asks_for_steps, reply_with_steps};
}  // namespace franz::demo_vlm
