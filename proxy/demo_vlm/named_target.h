#pragma once
// The card of `proxy doctor --grounding`: the demo model finds the circle that it is asked for by
// its colour, and names its place in the convention that it is started with, so that what tells
// conventions apart can be tried on each.
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/coordinates.h"
#include "common/geometry/smart_resize.h"
#include "proxy/demo_vlm/decide.h"

namespace franz::demo_vlm {
// How it names places.
struct PlaceHabit {
  Coordinates coordinates;
  const ResizeRule* rule = nullptr;  // of what its server makes of a picture; null: nothing
  std::optional<Size> frame = {};    // it makes each picture so large; nothing: as the rule has it
  bool guesses = false;              // it names any place
  int noise = 0;                     // pixels of the picture that it is off, at most, each way
  int wrong = 0;  // about one answer in so many names another target; 0: none does
};

// "0-1000", "pixels 28" and what else all_coordinates() names, pixels of a grid as
// usual_resize_rule() has them; the name of an entry of all_resize_rules(); a size, "1092x612", to
// which each picture is brought; "guess". Failure: it is none of them.
Result<PlaceHabit> parse_place_habit(std::string_view text);

// The answer to a question for a target; nothing: the request asks for none. The same request has
// the same answer.
std::optional<Reply> name_target(const SeenRequest& request, const PlaceHabit& habit);
}  // namespace franz::demo_vlm
