#pragma once
#include "proxy/command/options_app.h"

namespace franz::proxy {
// The exit code of a run, or of a command, that could not start.
inline constexpr int kCannotStart = 3;

// A run, from its first port to its seal: relay, record, dashboard and the programs that it needs.
// Returns the exit code: 0 done, or that of the orchestrator's `finished` event, 1 the record is
// incomplete, 2 usage or settings, 3 it could not start.
int run_loop(const Options& options);
}  // namespace franz::proxy
