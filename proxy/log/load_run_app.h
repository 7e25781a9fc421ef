#pragma once
// Recorded runs: finding one, and reading what a proxy needs to go on with it.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "proxy/log/run_file.h"
#include "proxy/log/turn_log.h"

namespace franz::proxy {
// A run as an earlier proxy left it.
struct LoadedRun {
  RunFile run;
  KnownTurns known;
  std::vector<TurnRow> rows;
  std::vector<std::string> problems;  // records that could not be read, each with the reason
};

// All files of a run folder but SHA256SUMS and the lock, by their names in it: "exchange/000/…".
// Failure: a folder in it cannot be read.
Result<std::vector<std::string>> list_run_files(const std::string& folder);

// Failure: no folder, no run.json that can be read, or a folder in it that cannot be.
Result<LoadedRun> load_run(const std::string& folder);

// The folder of the run that `name` means: a folder with a run.json, the name of one in
// `runs_folder`, or "latest" for the newest there. No slash at its end.
// Failure: there is none; says where it was looked for.
Result<std::string> find_run(const std::string& runs_folder, const std::string& name);
}  // namespace franz::proxy
