#pragma once
// proxy import FILE: makes a run's folder from another program's trajectory (docs/import.md).
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Reads options.file and run_name. Prints the new run's folder and seal. Returns 0: it is written;
// 2: the file cannot be read or is refused; 3: the run cannot be written; 130: stopped. Nothing is
// left of a run that was not written whole.
int run_import(const Options& options);
}  // namespace franz::proxy
