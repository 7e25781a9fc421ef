#pragma once
// proxy replay RUN: shows a recorded run in the dashboard, without model and orchestrator.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.recorded, dashboard, expose and open. Serves until Ctrl-C. Follows the folder if
// another proxy is still writing it. Returns 0: ended by Ctrl-C; 2: no such run; 3: the dashboard's
// port could not be bound.
int run_replay(const Options& options);
}  // namespace franz::proxy
