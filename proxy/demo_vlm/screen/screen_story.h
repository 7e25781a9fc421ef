#pragma once
// The demo model on a real screen where its own last reply is all that it remembers.
#include "proxy/demo_vlm/story_mind.h"

namespace franz::demo_vlm {
// The request has a picture, or asks for one to be asked for. In 0 to 1000.
Reply reply_with_screen_story(const SeenRequest& request, const StoryForm& form);
}  // namespace franz::demo_vlm
