#pragma once
// What a turn asks of the executor.
#include <string>
#include "common/settings/settings.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// The request for the turn after `state`. `time` is the turn's one clock, 2026-01-31T12:00:00Z.
ExecutorRequest turn_request(const LoopState& state, const Settings& settings,
                             const std::string& run_dir, const std::string& time);

// The request for a turn that was begun before (state.acting): its time, tools, dialect, canvas and
// pointer come from then, so that it draws the same ink; the rest follows the settings of now.
// Failure: state.acting->in is no executor request.
Result<ExecutorRequest> repeated_request(const LoopState& state, const Settings& settings,
                                         const std::string& run_dir);

// Milliseconds that the executor may take.
int executor_deadline_ms(const Settings& settings);
}  // namespace franz::orchestrator
