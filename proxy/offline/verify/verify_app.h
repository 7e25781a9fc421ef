#pragma once
// proxy verify RUN: is this run what was recorded?
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.recorded, fast and seal. Prints a progress bar on a terminal, what was found, and a
// summary. 0: all that can be checked is right; 1: it is not; 2: no such run, or a wrong --seal;
// 130: stopped.
int run_verify(const Options& options);
}  // namespace franz::proxy
