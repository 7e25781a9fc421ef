#pragma once
// What the demo model gets out of the feedback that it is sent, and the rules that it learns from
// it.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "proxy/demo_vlm/drawing_plan.h"

namespace franz::demo_vlm {
// The call that failed, from "  Line 3: drag(350, 290, 410)" and the line below it.
struct FailedCall {
  int line = 0;            // in the block, from 1; 0: not said
  std::string source;      // "drag(350, 290, 410)"; empty: not said
  std::string kind;        // "TypeError"
  std::string text;        // what follows the kind
  std::string suggestion;  // from "Did you mean: 'drag'?"; empty: none
};

struct Feedback {
  std::vector<std::string> help;     // the lines below "Available tools:", without their blanks
  std::optional<FailedCall> failed;  // also for a block that could not be read at all
  bool others_ran = false;           // the failed call ended nothing: those below it ran
  bool no_block = false;             // no ```python block was found in the reply
  bool two_blocks = false;           // only the first of several was run
  bool type_without_click = false;
  std::vector<std::string> clamped;  // the calls whose coordinates were outside
  std::string trouble;               // an "ERROR: …" line: no fault of the reply's
  std::string note;                  // the operator's, one line; empty: none
};

// `text` is the feedback of a request, as docs/call-language.md#feedback has it.
Feedback read_feedback(std::string_view text);

// Separates a tool's call from its description in a help line: "drag(x1, y1, x2, y2) -- …".
inline constexpr std::string_view kToolMark = ") -- ";
bool is_tool_line(std::string_view line);

// The help line of this tool: "drag(x1, y1, x2, y2) -- …"; empty: it is not in `lines`, which may
// have "- " in front.
std::string help_of(std::string_view tool, const std::vector<std::string>& lines);

// ---- RULES I KNOW: what the story remembers about its tools and its own mistakes

// The rules after this feedback: those there were, the list of tools instead of the old one if the
// feedback has one, and what its complaints teach. `marks`: red marks are in the picture.
std::vector<std::string> learn(const std::vector<std::string>& rules, const Feedback& feedback,
                               bool marks);

// True if the rules already hold the one that this mistake teaches.
bool is_learnt(Mistake mistake, const std::vector<std::string>& rules);
}  // namespace franz::demo_vlm
