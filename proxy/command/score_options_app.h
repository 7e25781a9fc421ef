#pragma once
// The command line of `proxy score`.
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace franz::proxy {
// Of `proxy score`; docs/scores.md describes each.
struct ScoreOptions {
  std::vector<std::string> tasks;  // names, files or folders; empty: all that FRANZ ships
  std::vector<std::string> models, profiles, prompts;
  std::vector<std::string> sets;       // of --set: SECTION.KEY=VALUE
  std::vector<std::string> upstreams;  // of --upstream
  int repeat = 5, parallel = 1;
  int limit = 0;     // tasks; 0: all
  std::string only;  // a pattern of ids; empty: all
  bool retry_failed = false;
  double max_cost = 0;  // 0: no limit
  double min_success = 0;
  // On several machines.
  bool slurm = false, dry_run = false, collect = false, check_node = false;
  std::string partition, time;      // of Slurm; empty: the cluster's default
  std::vector<std::string> sbatch;  // further options for sbatch
  int per_task = 20;                // trials in a slice
  int slice = -1;                   // to measure; -1: none
  std::string plan;                 // its digest, for a slice
  std::string out;                  // the bundle's folder; empty: a new one in the folder of runs
  std::string csv, junit;           // files to write; empty: none
};

// Adds the options to the subcommand. `options` must outlive the parsing.
void add_score_options(CLI::App& score, ScoreOptions& options);
}  // namespace franz::proxy
