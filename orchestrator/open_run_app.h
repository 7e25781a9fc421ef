#pragma once
// A run folder that this orchestrator alone continues.
#include <memory>
#include <string>
#include <vector>
#include "common/memory/memory.h"
#include "common/os/file_lock.h"
#include "common/run/run_dir_app.h"
#include "common/run/start_run_app.h"
#include "common/wire/state_file.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
struct OpenRun {
  RunDir dir;
  std::unique_ptr<FileLock> lock;  // of state.json
  LoopState state;
  std::vector<Step> steps;  // if the memory needs all
};

// Makes the folder if it is missing, locks it and loads the state. Failure: the exit code, 1 or 3,
// and why.
Result<OpenRun, StartFailure> open_run(const std::string& run_dir, Need need, Output& output);
}  // namespace franz::orchestrator
