#pragma once
// A new or resumed run before its ports are known.
#include <functional>
#include <string>
#include "common/base/result.h"
#include "common/run/start_run_app.h"
#include "proxy/command/options_app.h"

namespace franz::proxy {
struct RunStart {
  StartedRun run;
  std::string folder, runs_folder;
  std::string canvas;  // "1920x1080"; a resumed run keeps its first canvas
};

// Starts or resumes the run that the options name. `go_on`: as in resume_run(). Failure: with the
// exit code.
Result<RunStart, StartFailure> prepare_run(const Options& options,
                                           const std::function<bool()>& go_on);
}  // namespace franz::proxy
