#pragma once
// How far a drawing is, as the demo model writes it down for itself:
//   [x] wall  [>] moon  [ ] stars  …          done, being drawn by this reply's calls, to do
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/story.h"

namespace franz::demo_vlm {
// A part's name in the text, and its progress.
using NamedProgress = std::pair<std::string_view, Progress>;

// Adds what the line has of "[x] name", each up to two blanks or the line's end; at most 100 in
// all. The names are views into it.
void read_progress(std::string_view line, std::vector<NamedProgress>& list);

// Sets the parts, or `left` where the list is of another drawing. False: it is of none.
bool set_progress(Memory& memory, const std::vector<NamedProgress>& list, const Drawing& drawing);

std::string progress_text(const std::vector<Progress>& parts, const Drawing& drawing);
}  // namespace franz::demo_vlm
