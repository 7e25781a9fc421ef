#pragma once
// A score's open trials, performed on this machine.
#include <mutex>
#include <string>
#include <vector>
#include "proxy/command/command_stop_app.h"
#include "proxy/command/options_app.h"
#include "proxy/offline/score/score_progress_app.h"
#include "proxy/offline/score/server_wait_app.h"

namespace franz::proxy {
class LocalTrials {
 public:
  // All must outlive this object.
  LocalTrials(LedgerFile& file, const Options& options, ScoreProgress& progress,
              const CommandStop& stop);

  // Performs them with as many workers as --parallel says. Blocks until none is left, or the score
  // ends early. Failure: the bundle cannot be written.
  Status perform();
  bool stopped_by_cost() const { return cost_reached_; }

 private:
  void work();
  bool add(const LedgerEntry& entry);

  LedgerFile& file_;
  const Options& options_;
  ScoreProgress& progress_;
  const CommandStop& stop_;
  ServerWait servers_;
  std::mutex mutex_;         // guards the rest, the file and the progress
  std::vector<Trial> left_;  // the next one is the last
  std::size_t begun_ = 0;
  Status failure_ = Done{};
  bool cost_reached_ = false;
};

// Whether the ended tries cost as much as --max-cost allows.
bool reaches_cost(const Options& options, const Ledger& ledger);
}  // namespace franz::proxy
