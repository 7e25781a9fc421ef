#pragma once
// One try at a trial: a proxy of its own, which runs the task and ends.
#include <stop_token>
#include <string>
#include "proxy/offline/score/ledger.h"

namespace franz::proxy {
struct TrialRun {
  std::string bundle;  // its path
  std::string runs;    // the folder in which the run gets its folder
  std::string config;  // --config; empty: not given
  const ScorePlan* plan = nullptr;
  Trial trial;
  std::string folder;    // of the run: its name in `runs`
  std::string upstream;  // the model's server; empty: as the settings say
};

// Performs it and reads its result from the run's folder. A run that takes much longer than its
// limit, or when `stop` is asked, is ended. Blocks; call it from a thread that outlives it.
TrialEnd perform_trial(const TrialRun& run, const std::stop_token& stop);
}  // namespace franz::proxy
