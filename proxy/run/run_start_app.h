#pragma once
// A run before its ports are known: a new one, or an earlier proxy's that goes on.
#include <functional>
#include <string>
#include "common/base/result.h"
#include "common/run/start_run_app.h"
#include "proxy/command/options_app.h"

namespace franz::proxy {
struct RunStart {
  StartedRun run;
  std::string folder, runs_folder;
  std::string canvas;  // "1920x1080": the run keeps the one that it began with
};

// What the options ask for. `go_on`: as resume_run(). Failure: with the exit code.
Result<RunStart, StartFailure> prepare_run(const Options& options,
                                           const std::function<bool()>& go_on);
}  // namespace franz::proxy
