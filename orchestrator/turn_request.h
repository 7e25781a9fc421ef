#pragma once
// The requests of a turn to the executor. Pure.
#include <optional>
#include <string>
#include "common/desktop/display_choice.h"
#include "common/settings/settings.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// The request for the turn after `state`. `time`: the only time of the turn, such as
// 2026-01-31T12:00:00Z. The picture size of `settings` is fixed.
ExecutorRequest turn_request(const LoopState& state, const Settings& settings,
                             const std::string& run_dir, const std::string& time,
                             const RunScreen& screen = {});

// The request for a turn that was begun before (state.acting). Its time, tools, dialect, canvas,
// pointer, finish_reason, asked_back and dump_file come from the earlier request, so that it draws
// the same ink. The rest follows the current settings, consent too: consent ends with the process
// that asked for it. Failure: state.acting->in is no executor request.
Result<ExecutorRequest> repeated_request(const LoopState& state, const Settings& settings,
                                         const std::string& run_dir, const RunScreen& screen = {});

// The result of the actions in an earlier try at the turn; nothing: unknown.
std::optional<ExecutorReply> performed_before(const Acting& acting);

// The same turn without its actions, for a current picture.
ExecutorRequest picture_request(ExecutorRequest request);
// A request that acts on nothing and whose answer has the size of the real screen.
ExecutorRequest size_request(const Settings& settings, const RunScreen& screen);
// `then` with the picture of `now`, if `then` had or should have had one.
ExecutorReply with_picture_of(ExecutorReply now, ExecutorReply then);

// Milliseconds that the executor may take: [limits] executor_s, plus act_s on a real screen.
int executor_deadline_ms(const Settings& settings);
}  // namespace franz::orchestrator
