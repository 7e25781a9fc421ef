#pragma once
// `proxy doctor`: checks for common problems and prints how to fix them.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Checks programs, folders, ports and the model server. Prints each result immediately, or with
// --json all of them at the end. Returns 1 if a check failed. Each question has a deadline; Ctrl-C
// ends the command immediately.
int run_doctor(const Options& options);
}  // namespace franz::proxy
