#pragma once
// The dialect `actions`: a text with the sections NARRATIVE: and ACTIONS:, one call a line.
//   NARRATIVE:
//   A white dot is in the middle. I draw a line from it.
//   ACTIONS:
//   drag(500, 500, 700, 500)
//   - `click(x=300, y=400)`
// Each line is read by itself: one that is no call spoils no other.
#include <span>
#include "common/formats/dialect.h"

namespace franz::executor {
// The lines of every section ACTIONS, up to the next header; without such a header, the lines of
// the text that look like a call: a name and a bracket. A header is a line with nothing else than
// its name, in any case, with or without a colon, blanks and Markdown's signs around it; on the
// line of `ACTIONS:` a call may follow.
// Around a call, bullets, numbers, backticks and asterisks are passed over, as are empty lines,
// fences and thoughts (base/thoughts.h). Anything else in a section that is no call of a tool that
// is on is an item without a call.
// `blocks`: the sections; 1 where calls were found without a header. Linear time.
Reading read_actions(const Source& source, const Toolset& tools);

//   EXECUTOR_FEEDBACK:
//   executed=["left_click(500, 500)"]
//   ignored=["screenshot()"]
// Both in the order of the text, the first ones where there are many, each cut at 200 bytes, then
// "and 12 more ignored" on a line of its own: what was done, as canonical calls; and what was not:
// noted, refused, without effect, or as it was written where it is no call. Below, where there is
// cause: the capturer's warnings, what was clamped, and that there is no picture; a call of which
// nobody knows whether it was done is in neither list.
Told tell_actions(const Reading& reading, std::span<const ItemResult> results,
                  const TurnFacts& facts);
}  // namespace franz::executor
