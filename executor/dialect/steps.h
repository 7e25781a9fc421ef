#pragma once
// The dialect of step plans: the reply is one JSON object and nothing else,
//   {"steps":[{"tool":"mouse","args":{"x":10,"y":20},"human_readable_justification":"Open it"}],
//    "done":null}
// with at most four steps, each a word of the vocabulary, and the result in `done` at the end.
#include <span>
#include "common/formats/dialect.h"

namespace franz::executor {
// A fault of the form, or of an argument, makes the reply malformed: there are no items, the error
// is the first complaint, and every one is told. A step whose tool is unknown or off, or that has
// no place to begin, is a malformed item of its own. A step may come to several items (keys, clicks
// beyond what one call does): they share its line, which is its number from 1, its text and its
// note, both cut to 2000 bytes. `done` is put off where a step could not be read.
Reading read_steps(const Source& source, const Toolset& tools);
// The complaints, a line each, then the capturer's warnings and failure; nothing where there are
// none: what became of the steps is told by their items.
Told tell_steps(const Reading& reading, std::span<const ItemResult> results,
                const TurnFacts& facts);
}  // namespace franz::executor
