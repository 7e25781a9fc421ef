#pragma once
// proxy compare A B: the difference of two scores.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.recorded, other and json. Returns 0: compared, with or without a difference; 1: no
// common task; 2: no such score or arm.
int run_compare(const Options& options);
}  // namespace franz::proxy
