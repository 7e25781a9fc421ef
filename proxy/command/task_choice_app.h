#pragma once
// The task of a trial, from the command line.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Sets Options::trial, and adds the settings that the task fixes to `flags` and Options::held. A
// limit that a flag sets overrides the task's. Failure: there is no such task, or another argument
// contradicts: an objective, a program, a scenario, --resume.
Status hold_task(const std::string& name_or_path, Options& options, std::vector<FlagValue>& flags);
}  // namespace franz::proxy
