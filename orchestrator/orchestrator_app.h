#pragma once

namespace franz::orchestrator {
// The orchestrator program. Exit code: that of its `finished` event, 1 the run folder cannot be
// used or, alone, the run is not completely recorded, 2 usage or settings, 3 another program writes
// the run.
int run_orchestrator_app(int argument_count, const char* const* arguments);
}  // namespace franz::orchestrator
