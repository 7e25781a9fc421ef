#pragma once
// `proxy score --slice`: one process of a score that is measured on several machines.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Measures the open trials of a slice of the bundle --out and writes the results into a file of its
// own (slice_log.h). Runs are made in $TMPDIR and moved into the bundle whole. Returns the exit
// code; errors are printed.
int run_slice(const Options& options);

// `proxy score --check-node`: whether this machine can measure the bundle's trials: its display
// programs, the confinement, the model server, and the bundle's folder. Prints and writes to
// slurm/check.txt of the bundle what is missing; "ok" if nothing is. Returns the exit code.
int run_node_check(const Options& options);
inline constexpr const char* kCheckFile = "slurm/check.txt";
}  // namespace franz::proxy
