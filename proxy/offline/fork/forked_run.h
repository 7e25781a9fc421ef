#pragma once
// What a forked run begins with: its run.json, and its state.json after the last turn taken over.
#include <string>
#include "common/base/result.h"
#include "common/run/run_file.h"
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"

namespace franz::proxy {
// The run.json of a run that goes on where `old` was after turn `at`, under the id `run` in the
// folder `name`. Its origins are those of `old` up to there, and `old` itself.
// Failure: it was forked too often.
Result<RunFile> forked_run(const RunFile& old, int at, const std::string& run,
                           const std::string& name, const std::string& now);

// The loop's state when the reply of that record was whole.
// Failure: it was not, the run finished with the turn, or executor.in or out cannot be read.
Result<LoopState> state_after(const TurnRecord& record);
}  // namespace franz::proxy
