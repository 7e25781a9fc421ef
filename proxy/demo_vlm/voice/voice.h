#pragma once
// The ways in which the demo model speaks, a row each: what request asks for it, and how a reply to
// one is made. Voices whose model remembers by its own text share the mind of story_mind.h; the one
// that has the whole conversation has that of stroke_mind.h, and step_mind.h leads from the list of
// its actions to that. Those in trained formats have that of trained_voice.h.
#include <string_view>
#include "proxy/demo_vlm/decide.h"

namespace franz::demo_vlm {
struct OwnVoice {
  std::string_view dialect;  // the name of the dialect that it writes
  // True: the request asks for this voice. The first entry that is asked for speaks; the last one
  // always is.
  bool (*is_asked_for)(const SeenRequest& request);
  Reply (*reply)(const SeenRequest& request);
};

// The dialect that the reply to this request is written in.
std::string_view dialect_for(const SeenRequest& request);
}  // namespace franz::demo_vlm
