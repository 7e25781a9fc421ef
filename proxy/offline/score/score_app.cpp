#include "proxy/offline/score/score_app.h"
#include <algorithm>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>
#include "common/base/count_text.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/score/bundle_app.h"
#include "proxy/offline/score/bundle_archive_app.h"
#include "proxy/offline/score/local_trials_app.h"
#include "proxy/offline/score/score_page_app.h"
#include "proxy/offline/score/score_plan_app.h"
#include "proxy/offline/score/slice_run_app.h"
#include "proxy/offline/score/slurm_app.h"
#include "proxy/offline/score/table.h"

namespace franz::proxy {
static constexpr int kNotMeasured = 3;

static int fail_score(int code, const std::string& text) {
  print_error_lines(command_name() + " score: " + text + "\n");
  return code;
}

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

static bool has_open_trials(const LedgerFile& file, const Options& options) {
  return std::ranges::any_of(file.ledger().trials(), [&](const auto& trial) {
    return trial.second.is_open(options.score.retry_failed);
  });
}

namespace {
// How the trials were measured.
struct Measuring {
  Status status = Done{};
  bool cost_reached = false;
};
}  // namespace

static Measuring measure_on_slurm(const Options& options, LedgerFile& file, Collector& collector,
                                  ScoreProgress& progress, const CommandStop& stop) {
  Measuring measuring;
  const auto show = [&](const SlurmJobs& jobs) {
    progress.show(file.ledger(), count_text(jobs.running, "job") + " running, " +
                                     std::to_string(jobs.pending) + " pending");
    measuring.cost_reached = reaches_cost(options, file.ledger());
    return !measuring.cost_reached;
  };
  measuring.status = perform_on_slurm(options, file, collector, show, stop.token());
  return measuring;
}

// Measures what is left, and adds the results that slices have written.
static Measuring measure(const Options& options, LedgerFile& file, ScoreProgress& progress,
                         const CommandStop& stop) {
  const auto report = [&progress](const std::string& trial, int attempt, const TrialEnd& end) {
    progress.report(trial, attempt, end);
  };
  const auto warn = [](const std::string& problem) {
    print_error(command_name() + " score: " + problem);
  };
  Collector collector(file, report, warn);
  if (options.score.slurm) return measure_on_slurm(options, file, collector, progress, stop);
  if (const Status done = collector.collect(); !done.ok() || options.score.collect) return {done};
  if (!has_open_trials(file, options)) return {};
  if (file.continues())
    if (const Status resumed = file.add(ResumedLine{}); !resumed.ok()) return {resumed};
  LocalTrials trials(file, options, progress, stop);
  const Status done = trials.perform();
  return {done, trials.stopped_by_cost()};
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

// Whether the command describes a score that this machine may begin or continue.
static Status check_command(const Options& options) {
  const ScoreOptions& score = options.score;
  if (score.out.ends_with(kArchiveEnd) && file_exists(score.out))
    return Error{score.out + " exists: name another file with --out"};
  if (const Status servers = ServerWait::check(options); !servers.ok()) return servers;
  if (score.dry_run && !score.slurm) return Error{"--dry-run is for --slurm"};
  if (score.collect && score.out.empty()) return Error{"--collect needs --out BUNDLE"};
  return score.slurm ? check_slurm(options) : Status(Done{});
}

// Prints what --slurm would submit. The bundle gets its plan, which the scripts name.
static int print_dry_run(const Options& options) {
  auto opened = open_score(options);
  if (!opened.ok()) return fail_score(2, opened.error().message);
  const Result<std::string> scripts = slurm_dry_run(options, *opened.value());
  if (!scripts.ok()) return fail_score(1, scripts.error().message);
  return print_lines(scripts.value()).ok() ? 0 : 1;
}

int run_score(const Options& options) {
  if (options.score.check_node) return run_node_check(options);
  if (options.score.slice >= 0) return run_slice(options);
  const CommandStop stop(command_name() + " score");
  if (const Status sound = check_command(options); !sound.ok())
    return fail_score(2, sound.error().message);
  if (options.score.dry_run) return print_dry_run(options);
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
  ScoreProgress progress(options, *page.value());
  const Measuring measured = measure(options, file, progress, stop);
  progress.clear();
  if (!measured.status.ok())
    return fail_score(options.score.slurm ? kNotMeasured : 1, measured.status.error().message);
  if (stop.is_asked()) return kStopped;
  // A finished score keeps its last line, which is its seal.
  const bool is_over = file.ledger().ended();
  if (measured.cost_reached)
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
