#pragma once
// `proxy sandbox [FILE]`: writes a file that starts a run in Windows Sandbox, and says how to use
// it.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// The exit code: 0; 1 if the file was not written; 2 for what cannot be asked for, and for a FILE
// that is there and is no earlier one of ours.
int run_sandbox(const Options& options);
}  // namespace franz::proxy
