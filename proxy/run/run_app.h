#pragma once
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Exit code of a run or command that could not start.
inline constexpr int kCannotStart = 3;

// Performs a run from its first port to its seal: relay, record, dashboard and child programs.
// Returns the exit code: 0 done, 1 the record is incomplete, 2 wrong usage or settings, 3 could not
// start, or the code of the orchestrator's `finished` event.
int run_loop(const Options& options);
}  // namespace franz::proxy
