#pragma once
// The loop's state after a recorded turn. A run resumes from it if state.json is older than the log
// or cannot be read; a fork begins with it.
#include "common/base/result.h"
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"

namespace franz {
// The reply is the record's response, text and calls byte for byte; the executor set pointer and
// picture. Failure: the run finished with this turn, its reply could not be read completely, or
// names the wrong member.
Result<LoopState> state_after(const TurnRecord& record);

// The request for the executor of the next turn. On a surface where actions must not be repeated,
// that turn counts as begun, since it is unknown how much of the reply was carried out. Nothing:
// the request may be repeated.
std::optional<Acting> begun_after(const LoopState& state, const TurnRecord& record);
}  // namespace franz
