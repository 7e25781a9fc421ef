#pragma once
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "common/wire/state_file.h"

namespace franz {
// A run's state.json as it is now. Failure: as RunDir::read(), or the wrong field.
Result<LoopState> read_run_state(const RunDir& run);
}  // namespace franz
