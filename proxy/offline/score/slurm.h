#pragma once
// The scripts that `proxy score --slurm` submits, and the parsing of Slurm's output. Pure.
// Sources: sbatch(1), squeue(1), scontrol(1) and slurm.conf(5) of Slurm 22.05.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace franz::proxy {
struct SlurmLimits {
  long long max_array = 1001;   // MaxArraySize: the largest index plus one; 0: no arrays
  long long max_jobs = 10'000;  // MaxJobCount: of the whole cluster
  long long dead_s = 300;       // SlurmdTimeout: after it a node that does not answer is down
};
// Reads `scontrol show config`. A value that is missing keeps its default.
SlurmLimits read_slurm_limits(std::string_view config);

// The trials in a slice: `per_slice`, or as many more as are necessary so that the array's indices
// and jobs, with the check's, are within the limits.
int fitting_slice(std::size_t trials, int per_slice, const SlurmLimits& limits);

// The indices of an array, sorted, for --array: "0-4,7".
std::string array_text(const std::vector<int>& slices);

// The batch scripts of a score.
struct SlurmScript {
  std::string name;                // of the job
  std::string folder;              // to start in
  std::string log;                 // with %A and %a, as --output
  std::string array;               // array_text(); empty: one job
  std::string partition, time;     // as the options; empty: the cluster's default
  std::vector<std::string> more;   // further options of sbatch
  std::vector<std::string> words;  // the command, quoted where necessary
  std::string last_word;           // of the script, not quoted: "\"$SLURM_ARRAY_TASK_ID\""
};
std::string slurm_script(const SlurmScript& script);

// Jobs that Slurm has not ended, with each of an array's counted.
struct SlurmJobs {
  int running = 0, pending = 0;  // running: also completing
  std::string held = {};         // why one of them does not begin without a person; empty: all may
  bool any() const { return running + pending > 0; }
};
// Reads `squeue --noheader --array --format="%T %r"`.
SlurmJobs read_squeue(std::string_view states);
// The id that `sbatch --parsable` printed: "123" or "123;cluster". Empty: another text.
std::string read_job_id(std::string_view printed);
}  // namespace franz::proxy
