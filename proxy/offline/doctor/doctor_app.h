#pragma once
// `proxy doctor`: checks what goes wrong in practice, and says how to mend it.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Asks programs, folders, ports and the model server; prints each finding as it comes, or with
// --json all of them at the end. The exit code: 1 if a check failed.
// Each question has a deadline; Ctrl-C ends at once.
int run_doctor(const Options& options);
}  // namespace franz::proxy
