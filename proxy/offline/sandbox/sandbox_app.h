#pragma once
// `proxy sandbox [FILE]`: writes a file that starts a run in Windows Sandbox and prints how to use
// it.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Returns 0: written; 1: the file could not be written; 2: a wrong argument or path, no config
// folder, or FILE exists and is not an earlier file of this command.
int run_sandbox(const Options& options);
}  // namespace franz::proxy
