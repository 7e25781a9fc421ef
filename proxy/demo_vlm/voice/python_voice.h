#pragma once
// The dialect `python`: the structure that the prompt of profile franz asks for (story.h). It has
// no list of its tools until a complaint brings one.
#include "proxy/demo_vlm/story_mind.h"
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
inline constexpr StoryForm kBlockForm{
    [](const SeenRequest& request, const Drawing& drawing) {
      return read_story(request.story, drawing);
    },
    [](const SeenRequest& request, const Memory&) { return read_feedback(request.feedback); },
    write_story, 100};

inline constexpr OwnVoice kPythonVoice{
    "python", [](const SeenRequest&) { return true; },
    [](const SeenRequest& request) { return reply_with_story(request, kBlockForm); }};
}  // namespace franz::demo_vlm
