#pragma once
// `proxy score --slurm`: submits a score as a job array and collects its results.
#include <functional>
#include <stop_token>
#include <string>
#include "common/base/result.h"
#include "proxy/command/options_app.h"
#include "proxy/offline/score/slice_files_app.h"
#include "proxy/offline/score/slurm.h"

namespace franz::proxy {
// Before anything is written: whether Slurm's programs are here and its nodes can reach the model's
// server. Failure: what is missing.
Status check_slurm(const Options& options);

// The scripts that would be submitted, for --dry-run.
Result<std::string> slurm_dry_run(const Options& options, LedgerFile& file);

// Called about twice a second with the jobs' state. False: no further trial is to begin.
using SlurmProgress = std::function<bool(const SlurmJobs& jobs)>;

// Submits the open trials, or attaches to the jobs that an earlier call submitted, and collects
// until none is left. Slices whose time was over are submitted again while results come. `stop`:
// cancels the jobs. Failure: sbatch's message, the check of a node, jobs that ended without a
// result, or the ledger cannot be written.
Status perform_on_slurm(const Options& options, LedgerFile& file, Collector& collector,
                        const SlurmProgress& progress, const std::stop_token& stop);
}  // namespace franz::proxy
