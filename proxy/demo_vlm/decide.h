#pragma once
// The demo model's mind: from one request to one reply. Nothing is kept between requests, so what
// the reply does not get from the story, the feedback and the picture, it does not know.
#include <optional>
#include <string>
#include <vector>
#include "proxy/demo_vlm/picture.h"

namespace franz::demo_vlm {
// What the messages of a request showed.
struct SeenRequest {
  std::string story;               // messages[1]
  std::string feedback;            // messages[2], its text
  std::optional<Picture> picture;  // messages[2], its picture
  std::string picture_problem;     // why a picture that was sent is not there: "is no PNG"
  std::string system = {};         // messages[0]: what the objective names is drawn
};

struct Reply {
  std::string text;
};

Reply decide(const SeenRequest& request);
}  // namespace franz::demo_vlm
