#pragma once
#include "common/base/result.h"
#include "common/run/reply_marks.h"
#include "common/run/run_dir_app.h"
#include "common/wire/state_file.h"

namespace franz {
// A run's state.json as it is now. Failure: as RunDir::read(), or the wrong field.
Result<LoopState> read_run_state(const RunDir& run);

// A run's reply_marks.txt; none where there is no such file. Failure: as RunDir::read().
Result<ReplyMarks> read_reply_marks(const RunDir& run);
}  // namespace franz
