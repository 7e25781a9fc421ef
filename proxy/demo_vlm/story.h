#pragma once
// The demo model's whole memory: the text of its last reply, in the structure that the prompt of
// profile franz asks for:
//   RULES I KNOW
//   - drag(x1, y1, x2, y2) -- straight white line from (x1,y1) to (x2,y2)
//   WHAT I SEE
//   …
//   MY DRAWING PROGRESS
//   [x] wall  [>] moon  [ ] stars  …          done, being drawn by this reply's calls, to do
//   Extra stars: 0
//   NEXT STEP
//   …
//   ```python
//   …
//   ```
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "proxy/demo_vlm/drawing_plan.h"

namespace franz::demo_vlm {
// A part's progress is the character in its box.
enum class Progress : char { to_do = ' ', drawing = '>', done = 'x' };

struct Memory {
  bool understood = false;         // the rules and the progress were found
  std::vector<std::string> rules;  // without their "- "; at most 40
  std::vector<Progress> parts;     // one per part of the drawing
  std::string left;                // the drawing that the story is about, if it is another one
  int extra_stars = 0;             // 0 to 999
  std::vector<std::string> calls;  // the lines of its first block
};

// Anything that is not understood is as good as forgotten: every part to do, no rules. Of a story
// about another drawing than `drawing`, the rules stay.
Memory read_story(std::string_view story, const Drawing& drawing);

// A part's name in the text, and its progress.
using NamedProgress = std::pair<std::string_view, Progress>;

// Adds what the line has of "[x] name", each up to two blanks or the line's end; at most 100 in
// all. The names are views into it.
void read_progress(std::string_view line, std::vector<NamedProgress>& list);

// Sets the parts, or `left` where the list is of another drawing. False: it is of none.
bool set_progress(Memory& memory, const std::vector<NamedProgress>& list, const Drawing& drawing);

std::string progress_text(const std::vector<Progress>& parts, const Drawing& drawing);

struct Story {
  Memory memory;
  std::optional<std::string> checklist;          // on a real screen, instead of a drawing's parts
  std::string seen;                              // WHAT I SEE
  std::string next_step;                         // NEXT STEP
  std::vector<std::vector<std::string>> blocks;  // of calls, one a line; none: no block at all
};

std::string write_story(const Story& story, const Drawing& drawing);
}  // namespace franz::demo_vlm
