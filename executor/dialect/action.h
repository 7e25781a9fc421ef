#pragma once
// The dialect of single actions: the reply is one JSON object and nothing else,
//   {"action":"click","x":123,"y":456,"done":false,"why":"Press the button Continue"}
//   {"action":"noop","why":"The window is still loading"}
//   {"action":"done","why":"The dialog is closed"}
// "action" is a word of the vocabulary, with the members that its parameters are, or "done". "why"
// is required. "done": true: the run ends when the action has been performed. "confidence", 0..1,
// is how sure the model is.
#include <span>
#include "common/formats/dialect.h"

namespace franz::executor {
// At most one item, whose line is 1 and whose note is "why"; both texts are cut to 2000 bytes.
// Nothing of a reply is performed that has a fault: its item is malformed, every fault is among the
// complaints, and the error is the first of them.
//   kMalformedReply  it is not such an object: other text around it, a member that is missing,
//                    unknown, or of another kind; no confidence where Source::min_confidence asks
//                    for one
//   kOutOfBounds     x or y lies beyond the picture
//   kLowConfidence   less than Source::min_confidence
// `done` has "why" as its words.
Reading read_action(const Source& source, const Toolset& tools);
// What was wrong with the reply, a line each; what kept the action from being performed, or what is
// to be said of it; the capturer's warnings and failure. Nothing where all is well. Where the
// action was not performed, the run does not end by its "done" (Told::done_withdrawn).
Told tell_action(const Reading& reading, std::span<const ItemResult> results,
                 const TurnFacts& facts);
}  // namespace franz::executor
