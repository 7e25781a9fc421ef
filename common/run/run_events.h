#pragma once
#include <string>
#include "common/run/run_file.h"
#include "common/wire/control_messages.h"

namespace franz {
// What an event of the orchestrator changes in run.json: settings, changes, notes, the run's end.
// `time`: when it came. False: nothing.
bool add_event(RunFile& run, const LoopEvent& event, const std::string& time);
}  // namespace franz
