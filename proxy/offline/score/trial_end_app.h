#pragma once
// The result of a try, read from the folder of its run. `score` does so when the run has ended, and
// `verify` again later: both get the same values.
#include <string>
#include "common/run/run_dir_app.h"
#include "proxy/offline/score/ledger.h"

namespace franz::proxy {
// The result of the run. A run without an end, without a task's result, or whose record is not
// complete gives `infrastructure` with the reason: that says nothing about the agent. So does a
// server that could not be asked, or a run that was stopped. Everything else is the agent's success
// or failure.
TrialEnd read_trial_end(const RunDir& run);

// The same if there is no such folder; `why`: what the program printed last.
TrialEnd no_run(std::string why);
}  // namespace franz::proxy
