#pragma once
// The dialect of single actions: the reply is exactly one JSON object,
//   {"action":"click","x":123,"y":456,"done":false,"why":"Press the button Continue"}
//   {"action":"noop","why":"The window is still loading"}
//   {"action":"done","why":"The dialog is closed"}
// "action" is a word of the vocabulary, whose parameters are members of the object, or "done".
// "why" is required. "done": true ends the run after the action. "confidence", 0..1, is how sure
// the model is.
#include <span>
#include "common/formats/dialect.h"

namespace franz::executor {
// At most one item, with line 1 and "why" as its note; both texts are cut to 2000 bytes. Nothing is
// performed of a reply that has a fault: its item is malformed, every fault is among the
// complaints, and the error is the first one.
//   kMalformedReply  not such an object: other text around it; a member that is missing, unknown
//                    or of the wrong type; no confidence
//                    although Source::min_confidence requires it
//   kOutOfBounds     x or y is outside the picture
//   kLowConfidence   less than Source::min_confidence
// `done` is the text of "why".
Reading read_action(const Source& source, const Toolset& tools);
// Feedback: each fault of the reply on a line; why the action was not performed, or a note about
// it; the capturer's warnings and failure. Empty if all went well. If the action was not performed,
// its "done" does not end the run (TurnReport::done_withdrawn).
TurnReport report_action(const Reading& reading, std::span<const ItemResult> results,
                         const TurnFacts& facts);
}  // namespace franz::executor
