#pragma once
// What the demo model can draw, part by part, one part a turn: a cat on a wall under the moon, its
// name, then a ball of wool and a mouse beside it; or what the objective names of a few others.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/geometry/screen_map.h"

namespace franz::demo_vlm {
struct PlanPoint {
  int x, y;  // 0 to 1000, of the picture's width and height
  friend bool operator==(const PlanPoint&, const PlanPoint&) = default;
};

struct PlannedCall {
  enum class Kind { drag, left_click, type };
  Kind kind;
  PlanPoint from, to;  // a click: both the same; type: the click before it
  std::string text;    // type only
  friend bool operator==(const PlannedCall&, const PlannedCall&) = default;
};

// A slip that small models make. Each is made where a part is first drawn, as long as the rules in
// the story do not hold the rule that its feedback teaches.
enum class Mistake {
  out_of_range,
  missing_argument,
  misspelt_tool,
  two_blocks,
  type_without_click,
  none,
};

struct Part {
  std::string name;  // in the story's progress
  std::string seen;  // "a crescent moon"
  std::string plan;  // a sentence for NEXT STEP
  Mistake mistake;
  std::vector<PlannedCall> calls;
};

struct Drawing {
  std::string name;                // "cat"
  std::vector<std::string> words;  // what an objective may call it, in small letters, singular
  std::vector<Part> parts;         // in the order of drawing
  std::string first, last;         // these parts and those between them are the whole of it:
  std::string whole;               // "a whole cat from its ears to its stripes"
};

// The cat comes first.
const std::vector<Drawing>& drawings();
// The same for one stroke a reply: the cat has some seventy strokes instead of three hundred.
const std::vector<Drawing>& drawings_in_few_strokes();
// The same in forty steps each, of moves, drags and clicks.
const std::vector<Drawing>& drawings_in_few_steps();

// The drawing that the objective names first; null: it names none. The objective is what follows
// "objective:" on its line; in a text without that word, all of it.
const Drawing* find_drawing(std::string_view text, const std::vector<Drawing>& all);
// The objective in a system message: what follows "objective:", up to an empty line. Empty: none.
std::string_view objective_in(std::string_view system_message);
// Of drawings(), and the cat where none is named.
const Drawing& drawing_for(std::string_view system_message);
// Of drawings_in_few_steps(), and the first where none is named.
const Drawing& drawing_in_few_steps(std::string_view objective);

// All strokes in the order of drawing.
std::vector<PlannedCall> strokes_of(const Drawing& drawing);
// The pixel of a picture that is nearest to the place.
Point pixel_of(PlanPoint place, Size picture);

// The index of the part with this name; the number of parts when there is none.
std::size_t part_named(const std::vector<Part>& parts, std::string_view name);

// "drag(350, 290, 410, 240)"
std::string to_text(const PlannedCall& call);
// "drag"
std::string_view tool_of(const PlannedCall& call);
}  // namespace franz::demo_vlm
