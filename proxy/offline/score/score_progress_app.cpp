#include "proxy/offline/score/score_progress_app.h"
#include "common/base/count_text.h"
#include "proxy/offline/score/table.h"

namespace franz::proxy {
void ScoreProgress::report(const std::string& trial, int attempt, const TrialEnd& end) {
  status_.clear();
  if (options_.json) return;
  std::string line = trial_line(trial, end);
  if (attempt > 1) line += " (try " + std::to_string(attempt) + ")";
  // A full pipe is no reason to end the score: the ledger has the result.
  static_cast<void>(print_line(line));
}

void ScoreProgress::show(const Ledger& ledger, const std::string& more) {
  page_.show(ledger);
  std::size_t done = 0, running = 0;
  for (const auto& [name, state] : ledger.trials()) {
    done += state.counts() ? 1 : 0;
    running += state.running ? 1 : 0;
  }
  status_.show("  " + std::to_string(done) + " of " + count_text(ledger.trials().size(), "trial") +
               ", " + (more.empty() ? std::to_string(running) + " running" : more) + " …");
}
}  // namespace franz::proxy
