#pragma once
// proxy verify RUN: checks that a run is the one that was recorded.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.recorded, fast and seal. Prints a progress bar on a terminal, the findings and a
// summary. Returns 0: everything that can be checked is correct; 1: it is not; 2: no such run, or a
// malformed --seal; 130: stopped.
int run_verify(const Options& options);
}  // namespace franz::proxy
