#pragma once
// The demo model in the dialect of single actions: a JSON object a reply, in pixels of the picture.
//   {"action":"click","x":188,"y":121,"done":true,"why":"I press the button …","confidence":0.9}
// In a window it does what it does on a real screen (screen_policy.h), a click or a text at a time,
// and ends the run with the click that confirms. On a canvas, where it has nothing but clicks, it
// sets a dot at each corner of its drawing. Now and then it writes more than the object, or looks
// once more where it need not; a complaint is mended in the next reply.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
// A list of what became of its actions, under a system message that shows the form of a reply.
bool asks_for_action(const SeenRequest& request);
Reply reply_with_action(const SeenRequest& request);

inline constexpr OwnVoice kActionVoice{"action", asks_for_action, reply_with_action};
}  // namespace franz::demo_vlm
