#pragma once
// proxy score: runs every planned trial, writes the bundle, and prints the table.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.score and the settings. Continues an interrupted bundle. Returns 0: done; 1: a
// success rate is below --min-success, or the bundle cannot be written; 2: wrong usage; 3: nothing
// could be measured; 130: stopped, and the same command continues.
int run_score(const Options& options);
}  // namespace franz::proxy
