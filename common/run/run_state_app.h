#pragma once
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "common/wire/state_file.h"

namespace franz {
// Reads a run's current state.json. Failure: as RunDir::read(), or names the wrong field.
Result<LoopState> read_run_state(const RunDir& run);
}  // namespace franz
