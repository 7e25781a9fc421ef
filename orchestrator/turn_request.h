#pragma once
// What a turn asks of the executor.
#include <optional>
#include <string>
#include "common/desktop/display_choice.h"
#include "common/settings/settings.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// The request for the turn after `state`. `time` is the turn's one clock, 2026-01-31T12:00:00Z. The
// picture of `settings` has nothing left to fit.
ExecutorRequest turn_request(const LoopState& state, const Settings& settings,
                             const std::string& run_dir, const std::string& time,
                             const RunScreen& screen = {});

// The request for a turn that was begun before (state.acting): its time, tools, dialect, canvas,
// pointer, finish_reason, asked_back and dump_file come from then, so that it draws the same ink;
// the rest follows the settings of now. Consent
// does, too: what was given ended with the process that asked for it. Failure: state.acting->in is
// no executor request.
Result<ExecutorRequest> repeated_request(const LoopState& state, const Settings& settings,
                                         const std::string& run_dir, const RunScreen& screen = {});

// What became of the actions when the turn was tried before; nothing: nobody knows.
std::optional<ExecutorReply> performed_before(const Acting& acting);

// The same turn without its actions, for a picture of how things are now.
ExecutorRequest picture_request(ExecutorRequest request);
// A look at a real screen that nobody sees: what it answers tells the screen's size.
ExecutorRequest size_request(const Settings& settings, const RunScreen& screen);
// `then` with the picture that `now` has, where `then` had or was to have one.
ExecutorReply with_picture_of(ExecutorReply now, ExecutorReply then);

// Milliseconds that the executor may take: where it waits for real input and its effects, those of
// [limits] act_s besides.
int executor_deadline_ms(const Settings& settings);
}  // namespace franz::orchestrator
