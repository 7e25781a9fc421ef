#pragma once
// proxy fork RUN --at N: creates a run that continues a recorded one after turn N.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.recorded and at. Checks and redraws the turns up to N; refuses a run that does not
// match its record. Prints how to resume the new run. Returns 0: created; 1: the run cannot be
// continued there; 2: no such run or turn; 3: the new folder cannot be created; 130: stopped.
int run_fork(const Options& options);
}  // namespace franz::proxy
