#pragma once
// The dialect `actions`: a text with the sections NARRATIVE: and ACTIONS:, one call per line.
//   NARRATIVE:
//   A white dot is in the middle. I draw a line from it.
//   ACTIONS:
//   drag(500, 500, 700, 500)
//   - `click(x=300, y=400)`
// Each line is read separately, so a malformed line does not affect the others.
#include <span>
#include "common/formats/dialect.h"

namespace franz::executor {
// The lines of every section ACTIONS, up to the next header. Without such a header, the lines of
// the text that look like a call: a name and a bracket. A header is a line that contains only its
// name, in any case, with or without a colon, blanks and Markdown signs around it; on the line of
// `ACTIONS:` a call may follow. Skips bullets, numbers, backticks and asterisks around a call,
// empty lines, fences and thoughts (base/thoughts.h). Anything else in a section that is not a call
// of an enabled tool is an item without a call. `blocks`: number of sections; 1 if calls were found
// without a header. Linear time.
Reading read_actions(const Source& source, const Toolset& tools);

//   EXECUTOR_FEEDBACK:
//   executed=["left_click(500, 500)"]
//   ignored=["screenshot()"]
// Both lists are in the order of the text. They contain the first calls, each cut at 200 bytes;
// then "and 12 more ignored" on its own line. `executed`: canonical calls. `ignored`: calls that
// were noted, refused or without effect, and lines that are no call, as written. Below, if
// necessary: the capturer's warnings, clamped places, and that there is no picture. A call with an
// unknown outcome is in neither list.
TurnReport report_actions(const Reading& reading, std::span<const ItemResult> results,
                          const TurnFacts& facts);
}  // namespace franz::executor
