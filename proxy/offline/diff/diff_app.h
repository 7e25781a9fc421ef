#pragma once
#include "proxy/command/options_app.h"

namespace franz::proxy {
// `proxy diff A B`: compares two recorded runs. Returns 0 if they are the same, 1 if they differ or
// the output could not be written, 2 if a run cannot be read (as diff(1)).
int run_diff(const Options& options);
}  // namespace franz::proxy
