#pragma once
#include "proxy/command/options_app.h"

namespace franz::proxy {
// `proxy task check FILE…` prints for each task what is wrong, or that it is sound, with its digest
// and its commands; `proxy task list` prints the tasks of the config folder. Returns the exit code:
// 0, or 1 if a task is wrong.
int run_task(const Options& options);
}  // namespace franz::proxy
