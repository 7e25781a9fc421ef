#pragma once
// The text of the status window, from the loop's events. Pure.
#include "common/wire/control_messages.h"
#include "common/wire/status_messages.h"

namespace franz::orchestrator {
// Updates `status` by the event: state, turn, and as the step the last action that was tried in a
// turn or the first that the operator is asked about. Cuts long texts.
void update(RunStatus& status, const LoopEvent& event);
}  // namespace franz::orchestrator
