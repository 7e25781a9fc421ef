#pragma once
// What the status window is told of a run, from the loop's events.
#include "common/wire/control_messages.h"
#include "common/wire/status_messages.h"

namespace franz::orchestrator {
// Puts into `status` what the event tells of it: state and turn; as the step, the last thing of a
// turn that was tried, or the first that the operator is asked about. Its texts are cut.
void update(RunStatus& status, const LoopEvent& event);
}  // namespace franz::orchestrator
