#pragma once
// The dialect of step plans: the reply is exactly one JSON object,
//   {"steps":[{"tool":"mouse","args":{"x":10,"y":20},"human_readable_justification":"Open it"}],
//    "done":null}
// with at most four steps, each a word of the vocabulary. `done` is the result, set at the end.
#include <span>
#include "common/formats/dialect.h"

namespace franz::executor {
// A fault of the form or of an argument makes the reply malformed: there are no items, the error is
// the first complaint, and all complaints are reported. A step whose tool is unknown or disabled,
// or that has no place to start at, is one malformed item. A step may become several items (keys,
// more clicks than one call supports): they share its line, which is its number from 1, its text
// and its note, both cut to 2000 bytes. `done` is postponed if a step could not be read.
Reading read_steps(const Source& source, const Toolset& tools);
// Feedback: the complaints, one per line, then the capturer's warnings and failure; empty if there
// are none. The results of the steps are in their items.
TurnReport report_steps(const Reading& reading, std::span<const ItemResult> results,
                        const TurnFacts& facts);
}  // namespace franz::executor
