#pragma once
// proxy fork RUN --at N: a new run that goes on where a recorded one was after turn N.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.recorded and at. The turns up to N are checked and drawn again on the way; a run
// that is not what was recorded is not gone on with. Prints how to go on. 0: made; 1: it cannot be
// continued there; 2: no such run or turn; 3: the new folder cannot be made; 130: stopped.
int run_fork(const Options& options);
}  // namespace franz::proxy
