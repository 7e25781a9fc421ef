#include "proxy/offline/score/score_app.h"
#include <algorithm>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>
#include "common/base/count_text.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/score/bundle_app.h"
#include "proxy/offline/score/bundle_archive_app.h"
#include "proxy/offline/score/score_page_app.h"
#include "proxy/offline/score/score_plan_app.h"
#include "proxy/offline/score/table.h"
#include "proxy/offline/score/trial_run_app.h"

namespace franz::proxy {
static constexpr int kNotMeasured = 3;

static int fail_score(int code, const std::string& text) {
  print_error_lines(command_name() + " score: " + text + "\n");
  return code;
}

namespace {
// The trials that are left, performed by several workers. Members are guarded by the mutex.
class Trials {
 public:
  Trials(LedgerFile& file, const Options& options, ScorePage& page, const CommandStop& stop)
      : file_(file), options_(options), page_(page), stop_(stop) {
    const ScorePlan& plan = file.ledger().plan();
    for (const Trial& trial : all_trials(plan))
      if (is_wanted(file.ledger().state(trial))) left_.push_back(trial);
    std::ranges::reverse(left_);
    planned_ = all_trials(plan).size();
  }

  // Blocks until none is left, or the score ends early. Failure: the bundle cannot be written.
  Status perform() {
    std::vector<std::thread> workers;
    const std::size_t count =
        std::min(left_.size(), static_cast<std::size_t>(options_.score.parallel));
    for (std::size_t i = 0; i < count; ++i) workers.emplace_back([this] { work(); });
    for (std::thread& worker : workers) worker.join();
    status_.clear();
    return failure_;
  }
  bool stopped_by_cost() const { return cost_reached_; }
  bool none_left() const { return left_.empty(); }

 private:
  bool is_wanted(const TrialState& state) const {
    if (state.counts()) return false;
    return state.failed_tries() < kMaxTries || options_.score.retry_failed;
  }

  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      if (left_.empty() || !failure_.ok() || stop_.is_asked() || reaches_cost()) return;
      const Trial trial = left_.back();
      left_.pop_back();
      const std::string name = trial_name(file_.ledger().plan(), trial);
      const int attempt = file_.ledger().state(trial).tries + 1;
      if (!add(StartedLine{name, attempt})) return;
      show();
      const TrialRun run{file_.bundle().path(), options_.config, &file_.ledger().plan(), trial,
                         trial_folder(name, attempt)};
      lock.unlock();
      const TrialEnd end = perform_trial(run, stop_.token());
      lock.lock();
      // The try was interrupted, which `resumed` will say.
      if (stop_.is_asked()) return;
      if (!add(EndedLine{name, attempt, end})) return;
      report(name, attempt, end);
      const TrialState& state = file_.ledger().state(trial);
      if (end.outcome == TrialOutcome::infrastructure && !state.counts() &&
          state.failed_tries() < kMaxTries)
        left_.push_back(trial);
    }
  }

  // False: the ledger cannot be written, so nothing more may begin.
  bool add(const LedgerEntry& entry) {
    if (!failure_.ok()) return false;
    const Status added = file_.add(entry);
    if (!added.ok()) failure_ = added;
    page_.show(file_.ledger());
    return added.ok();
  }

  bool reaches_cost() {
    if (options_.score.max_cost <= 0) return false;
    double cost = 0;
    for (const auto& [name, state] : file_.ledger().trials())
      for (const auto& [attempt, end] : state.ends)
        cost += cost_of(end, file_.ledger().plan().prices);
    cost_reached_ = cost >= options_.score.max_cost;
    return cost_reached_;
  }

  void report(const std::string& name, int attempt, const TrialEnd& end) {
    status_.clear();
    if (!options_.json) {
      std::string line = trial_line(name, end);
      if (attempt > 1) line += " (try " + std::to_string(attempt) + ")";
      // A full pipe is no reason to end the score: the ledger has the result.
      static_cast<void>(print_line(line));
    }
    show();
  }

  void show() {
    std::size_t done = 0, running = 0;
    for (const auto& [name, state] : file_.ledger().trials()) {
      done += state.counts() ? 1 : 0;
      running += state.running ? 1 : 0;
    }
    status_.show("  " + std::to_string(done) + " of " + count_text(planned_, "trial") + ", " +
                 std::to_string(running) + " running …");
  }

  LedgerFile& file_;
  const Options& options_;
  ScorePage& page_;
  const CommandStop& stop_;
  std::mutex mutex_;
  std::vector<Trial> left_;  // the next one is the last
  std::size_t planned_ = 0;
  Status failure_ = Done{};
  bool cost_reached_ = false;
  StatusLine status_;
};
}  // namespace

// Writes the table and the last line. Returns the seal.
static Result<std::string> end_score(LedgerFile& file, const ScoreTable& table) {
  const std::string json = table_json(table, file.ledger().plan()) + "\n";
  if (const Status written = file.bundle().replace(kTableFile, json, Durability::synced);
      !written.ok())
    return written.error();
  Result<std::vector<LoggedFile>> files =
      bundle_files(file.bundle(), runs_without_seal(file.ledger()));
  if (!files.ok()) return files.error();
  if (const Status added = file.add(EndLine{std::move(files).value()}); !added.ok())
    return added.error();
  return file.ledger().last_sha256();
}

static Status write_reports(const ScoreOptions& options, const Ledger& ledger) {
  const auto write = [](const std::string& path, const std::string& text) {
    return path.empty() ? Status(Done{}) : replace_file(path, text, Durability::buffered);
  };
  if (const Status done = write(options.csv, trials_csv(ledger)); !done.ok()) return done;
  return write(options.junit, trials_junit(ledger));
}

// Performs what is left. A ledger that has lines besides its plan is continued.
static Status perform(LedgerFile& file, Trials& trials) {
  if (file.continues())
    if (const Status resumed = file.add(ResumedLine{}); !resumed.ok()) return resumed;
  return trials.perform();
}

static int exit_code_of(const ScoreOptions& options, const ScoreTable& table) {
  const auto is_measured = [](const ScoreArm& arm) { return arm.measured > 0; };
  if (std::ranges::none_of(table.arms, is_measured)) return kNotMeasured;
  // As the table shows it: ten tasks at 4 of 5 have a mean just below 0.8.
  const auto is_low = [&](const ScoreArm& arm) {
    return rounded(arm.success) < rounded(options.min_success);
  };
  return std::ranges::any_of(table.arms, is_low) ? 1 : 0;
}

static Status print_result(const Options& options, const LedgerFile& file, const ScoreTable& table,
                           const std::string& seal) {
  const ScorePlan& plan = file.ledger().plan();
  if (options.json) return print_json(table_json(table, plan));
  return print_lines("\n" + table_text(table, plan) + "bundle  " + file.bundle().path() +
                     "\nseal    " + seal + "\n");
}

int run_score(const Options& options) {
  const CommandStop stop(command_name() + " score");
  if (options.score.out.ends_with(kArchiveEnd) && file_exists(options.score.out))
    return fail_score(2, options.score.out + " exists: name another file with --out");
  auto opened = open_score(options);
  if (!opened.ok()) return fail_score(2, opened.error().message);
  LedgerFile& file = *opened.value();
  const std::string path = file.bundle().path();
  auto page = ScorePage::start(options, path);
  if (!page.ok()) return fail_score(kNotMeasured, page.error().message);
  page.value()->show(file.ledger());
  if (!options.json) {
    const Status printed = print_lines(page.value()->greeting() + "bundle     " + path + "\n");
    if (!printed.ok()) return fail_score(1, printed.error().message);
  }
  // At once, because the runs take a while to end.
  const std::stop_callback stopped(stop.token(), [&path] {
    print_error(command_name() +
                " score: stopping; to continue, give the same command with --out " + path);
  });
  Trials trials(file, options, *page.value(), stop);
  // A finished score keeps its last line, which is its seal.
  const bool is_over = file.ledger().ended() && trials.none_left();
  if (!is_over)
    if (const Status done = perform(file, trials); !done.ok())
      return fail_score(1, done.error().message);
  if (stop.is_asked()) return kStopped;
  if (trials.stopped_by_cost())
    print_error(command_name() + " score: --max-cost is reached; no further trial was begun");
  const ScoreTable table = make_table(file.ledger());
  const Result<std::string> seal =
      is_over ? Result<std::string>(file.ledger().last_sha256()) : end_score(file, table);
  if (!seal.ok()) return fail_score(1, seal.error().message);
  page.value()->show(file.ledger());
  if (const Status written = write_reports(options.score, file.ledger()); !written.ok())
    return fail_score(1, written.error().message);
  if (options.score.out.ends_with(kArchiveEnd))
    if (const Status packed = pack_bundle(path, options.score.out, stop.token()); !packed.ok())
      return fail_score(1, packed.error().message);
  if (const Status printed = print_result(options, file, table, seal.value()); !printed.ok())
    return fail_score(1, printed.error().message);
  return exit_code_of(options.score, table);
}
}  // namespace franz::proxy
