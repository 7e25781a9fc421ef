#pragma once
// Reads a run as a trajectory, and writes it in others' formats.
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "proxy/command/options_app.h"
#include "proxy/offline/trajectory/trajectory.h"

namespace franz::proxy {
// Failure: the log or a record cannot be read; the message does not contain the folder's path.
Result<Trajectory> read_trajectory(const RunDir& run);

// `proxy export RUN FOLDER --format …`: writes a new folder with the text and the pictures. RUN may
// be a score: then each of its runs has a folder in it. Returns the exit code.
int run_trajectory_export(const Options& options);
}  // namespace franz::proxy
