#include "proxy/offline/score/local_trials_app.h"
#include <algorithm>
#include <thread>
#include "proxy/offline/score/table.h"
#include "proxy/offline/score/trial_run_app.h"

namespace franz::proxy {
bool reaches_cost(const Options& options, const Ledger& ledger) {
  if (options.score.max_cost <= 0) return false;
  double cost = 0;
  for (const auto& [name, state] : ledger.trials())
    for (const auto& [attempt, end] : state.ends) cost += cost_of(end, ledger.plan().prices);
  return cost >= options.score.max_cost;
}

LocalTrials::LocalTrials(LedgerFile& file, const Options& options, ScoreProgress& progress,
                         const CommandStop& stop)
    : file_(file),
      options_(options),
      progress_(progress),
      stop_(stop),
      servers_(options, file.ledger().plan()) {
  for (const Trial& trial : all_trials(file.ledger().plan()))
    if (file.ledger().state(trial).is_open(options.score.retry_failed)) left_.push_back(trial);
  std::ranges::reverse(left_);
}

Status LocalTrials::perform() {
  std::vector<std::thread> workers;
  const std::size_t count =
      std::min(left_.size(), static_cast<std::size_t>(options_.score.parallel));
  for (std::size_t i = 0; i < count; ++i) workers.emplace_back([this] { work(); });
  for (std::thread& worker : workers) worker.join();
  return failure_;
}

void LocalTrials::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    if (left_.empty()) return;
    const std::size_t number = begun_++;
    lock.unlock();
    const auto server = servers_.wait(number, stop_.token());
    lock.lock();
    if (!server || left_.empty() || !failure_.ok() || stop_.is_asked()) return;
    if ((cost_reached_ = reaches_cost(options_, file_.ledger()))) return;
    const Trial trial = left_.back();
    left_.pop_back();
    const std::string name = trial_name(file_.ledger().plan(), trial);
    const int attempt = file_.ledger().state(trial).tries + 1;
    if (!add(StartedLine{name, attempt})) return;
    const std::string bundle = file_.bundle().path();
    const TrialRun run{
        bundle, join_path(bundle, kBundleRuns), options_.config, &file_.ledger().plan(),
        trial,  trial_folder(name, attempt),    *server};
    lock.unlock();
    const TrialEnd end = perform_trial(run, stop_.token());
    lock.lock();
    // The try was interrupted, which `resumed` will say.
    if (stop_.is_asked()) return;
    if (!add(EndedLine{name, attempt, end})) return;
    progress_.report(name, attempt, end);
    if (end.outcome == TrialOutcome::infrastructure && file_.ledger().state(trial).is_open(false))
      left_.push_back(trial);
  }
}

// False: the ledger cannot be written, so nothing more may begin.
bool LocalTrials::add(const LedgerEntry& entry) {
  if (!failure_.ok()) return false;
  const Status added = file_.add(entry);
  if (!added.ok()) failure_ = added;
  progress_.show(file_.ledger());
  return added.ok();
}
}  // namespace franz::proxy
