#pragma once
// Checks a trial: its task, and its score by the stored results. Runs no command.
#include <vector>
#include "common/run/log_entry.h"
#include "common/run/run_dir_app.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// `end`: the run's last end. Nothing to report for a run that is no trial.
std::vector<Finding> check_trial(const RunDir& run, const EndEntry& end);
}  // namespace franz::proxy
