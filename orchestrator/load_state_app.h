#pragma once
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "common/wire/state_file.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
// Where the run stands. A state that cannot be read is kept aside; the newest record stands in for
// it. Failure: something else than a file is in its place, it can neither be read nor be moved, or
// the records cannot be listed.
Result<LoopState> load_state(const RunDir& run, Output& output);
}  // namespace franz::orchestrator
