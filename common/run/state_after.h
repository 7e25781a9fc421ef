#pragma once
// The loop's state after a recorded turn: what a run goes on from where state.json is older than
// the log or cannot be read, and what a fork begins with.
#include "common/base/result.h"
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"

namespace franz {
// Its reply is the record's response, text and calls to the byte; pointer and picture are those
// that its executor left. Failure: the run finished with it, its reply could not be read whole, or
// the wrong member.
Result<LoopState> state_after(const TurnRecord& record);

// As the executor of the turn after the record's would be asked. On a surface where nothing may be
// done twice that turn counts as begun: what of the reply is done is not known. Nothing: it may be
// asked again.
std::optional<Acting> begun_after(const LoopState& state, const TurnRecord& record);
}  // namespace franz
