#pragma once
// proxy replay RUN: the dashboard over a recorded run, with no model and no orchestrator.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.recorded, dashboard, expose and open. Serves until Ctrl-C. Follows the folder,
// which another proxy may still be writing. 0: ended by Ctrl-C; 2: no such run; 3: the dashboard's
// port could not be bound.
int run_replay(const Options& options);
}  // namespace franz::proxy
