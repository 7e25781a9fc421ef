#include "proxy/offline/score/slice_run_app.h"
#include <algorithm>
#include <boost/asio/ip/host_name.hpp>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include "common/base/count_text.h"
#include "common/desktop/private_display_app.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/move_folder.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/os/temporary_folder.h"
#include "common/run/turn_record.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/score/server_wait_app.h"
#include "proxy/offline/score/slice_files_app.h"
#include "proxy/offline/score/table.h"
#include "proxy/offline/score/trial_run_app.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
static constexpr Size kCheckedDisplay{640, 480};

static int fail_slice(int code, const std::string& text) {
  print_error_lines(command_name() + " score: " + text + "\n");
  return code;
}

namespace {
struct OpenBundle {
  Folder folder;
  Ledger ledger;
};
}  // namespace

// The bundle of --out. A plan runs the commands of its tasks, so the command names its digest.
static Result<OpenBundle> open_bundle(const Options& options) {
  if (options.score.out.empty()) return Error{"a slice needs --out BUNDLE"};
  Result<Folder> folder = Folder::open(options.score.out);
  if (!folder.ok()) return folder.error();
  OpenBundle bundle{std::move(folder).value(), {}};
  std::uint64_t torn = 0;
  if (const Status read = read_ledger(bundle.folder, bundle.ledger, torn); !read.ok())
    return read.error();
  const std::string& digest = bundle.ledger.plan_sha256();
  if (digest != options.score.plan)
    return Error{options.score.out + ": its plan has the digest " + digest +
                 "; to run the commands of its tasks, give --plan " + digest};
  return bundle;
}

namespace {
class SliceRun {
 public:
  SliceRun(const Options& options, OpenBundle bundle, const CommandStop& stop)
      : options_(options),
        bundle_(std::move(bundle)),
        stop_(stop),
        servers_(options, bundle_.ledger.plan()) {
    process_.slice = options.score.slice;
    const std::string restarts = environment("SLURM_RESTART_COUNT").value_or("0");
    process_.restart = std::max(0, std::atoi(restarts.c_str()));
    process_.random = random_hex(6);
  }

  Status perform() {
    const std::vector<Trial> trials =
        slice_trials(all_trials(plan()), process_.slice, options_.score.per_task);
    auto temporary = TemporaryFolder::make("slice");
    if (!temporary.ok()) return temporary.error();
    runs_ = temporary.value()->path();
    for (const char* const folder : {kSliceFolder, kBundleRuns})
      if (const Status made = bundle_.folder.make_folder(folder); !made.ok()) return made;
    boost::system::error_code code;
    const std::string host = boost::asio::ip::host_name(code);
    const SliceHead head{bundle_.ledger.plan_sha256(), process_, options_.score.per_task, host};
    if (const Status begun = append(log_.line(now(), head)); !begun.ok()) return begun;
    for (const Trial& trial : trials)
      if (const Status done = measure(trial); !done.ok() || stop_.is_asked()) return done;
    return Done{};
  }

 private:
  const ScorePlan& plan() const { return bundle_.ledger.plan(); }
  static std::string now() { return utc_text(static_cast<double>(unix_time_ms())); }

  Status append(const std::string& line) {
    const std::string file = slice_file(process_);
    if (const Status written = bundle_.folder.append(file, line + "\n"); !written.ok())
      return written;
    if (const Status synced = bundle_.folder.sync(file); !synced.ok()) return synced;
    return log_.take(line);
  }

  // Whether a result ends the trial for all processes of this slice.
  bool is_final(const TrialEnd& end) const {
    if (options_.score.retry_failed) return end.outcome == TrialOutcome::measured || end.person;
    return end.outcome != TrialOutcome::infrastructure || end.person;
  }

  // Whether another process of this slice has a valid result of the trial.
  bool is_measured(const std::string& trial) {
    static_cast<void>(read_slices(bundle_.folder, process_.slice, others_));
    for (const auto& [process, slice] : others_) {
      if (!slice.belongs_to(process, bundle_.ledger.plan_sha256())) continue;
      for (const SliceEnd& end : slice.log.ends())
        if (end.trial == trial && is_final(end.end) && check_slice_end(bundle_.folder, end).ok())
          return true;
    }
    return false;
  }

  Status measure(const Trial& trial) {
    const std::string name = trial_name(plan(), trial);
    if (!bundle_.ledger.state(trial).is_open(options_.score.retry_failed) || is_measured(name))
      return Done{};
    for (int attempt = 1; attempt <= kMaxTries && !stop_.is_asked(); ++attempt) {
      const auto server = servers_.wait(static_cast<std::size_t>(process_.slice), stop_.token());
      if (!server) return Done{};
      SliceEnd end{name, attempt, slice_run_folder(process_, name, attempt), {}, 0};
      const TrialRun run{
          bundle_.folder.path(), runs_, options_.config, &plan(), trial, end.folder, *server};
      end.end = perform_trial(run, stop_.token());
      // Ctrl-C must not remove the run while it is copied.
      const CommandStop::Making making = stop_.making();
      if (stop_.is_asked()) return Done{};
      if (const Status moved = move_run(end); !moved.ok()) return moved;
      if (const Status added = append(log_.line(now(), end)); !added.ok()) return added;
      static_cast<void>(print_line(trial_line(name, end.end)));
      if (end.end.outcome != TrialOutcome::infrastructure || end.end.person) return Done{};
    }
    return Done{};
  }

  // Clears the folder's name if there is no run.
  Status move_run(SliceEnd& end) const {
    const std::string from = join_path(runs_, end.folder);
    if (!folder_exists(from)) {
      end.folder = "";
      return Done{};
    }
    const std::string runs = join_path(bundle_.folder.path(), kBundleRuns);
    return move_folder(from, join_path(runs, end.folder),
                       join_path(runs, end.folder + std::string(kPartEnd)));
  }

  static constexpr std::string_view kPartEnd = ".part";
  const Options& options_;
  OpenBundle bundle_;
  const CommandStop& stop_;
  ServerWait servers_;
  SliceProcess process_;
  SliceLog log_;
  ReadSlices others_;
  std::string runs_;
};
}  // namespace

int run_slice(const Options& options) {
  const CommandStop stop(command_name() + " score");
  if (const Status servers = ServerWait::check(options); !servers.ok())
    return fail_slice(2, servers.error().message);
  Result<OpenBundle> bundle = open_bundle(options);
  if (!bundle.ok()) return fail_slice(2, bundle.error().message);
  const std::vector<Trial> trials = all_trials(bundle.value().ledger.plan());
  if (slice_trials(trials, options.score.slice, options.score.per_task).empty())
    return fail_slice(2, "--slice " + std::to_string(options.score.slice) + ": no trials");
  SliceRun run(options, std::move(bundle).value(), stop);
  if (const Status done = run.perform(); !done.ok()) return fail_slice(1, done.error().message);
  return stop.is_asked() ? kStopped : 0;
}

// ---- The check of a machine

static bool needs_display(const OpenBundle& bundle) {
  for (const PlannedTask& task : bundle.ledger.plan().tasks) {
    const Result<LoadedTask> loaded = load_task(join_path(bundle.folder.path(), task.file));
    if (!loaded.ok() || loaded.value().task.surface != TaskSurface::sandbox) return true;
  }
  return false;
}

// One line; empty: the display and the confinement work.
static std::string display_problem() {
  PrivateDisplayOptions wanted;
  wanted.size = kCheckedDisplay;
  const auto display = PrivateDisplay::start(wanted, {});
  if (!display.ok()) return display.error().message;
  const std::string& why = display.value()->why_not_confined();
  return why.empty() ? "" : "programs cannot be confined: " + why;
}

static std::vector<std::string> node_problems(const Options& options, const OpenBundle& bundle) {
  std::vector<std::string> problems;
  const auto add = [&problems](const std::string& problem) {
    if (!problem.empty()) problems.push_back(problem);
  };
  if (needs_display(bundle)) add(display_problem());
  if (bundle.ledger.plan().agent.empty()) add(ServerWait(options, bundle.ledger.plan()).problem());
  const auto temporary = TemporaryFolder::make("slice");
  if (!temporary.ok()) add(temporary.error().message);
  return problems;
}

int run_node_check(const Options& options) {
  const CommandStop stop(command_name() + " score");
  const Result<OpenBundle> bundle = open_bundle(options);
  if (!bundle.ok()) return fail_slice(2, bundle.error().message);
  boost::system::error_code code;
  const std::string host = boost::asio::ip::host_name(code);
  std::string text;
  for (const std::string& problem : node_problems(options, bundle.value()))
    text += host + ": " + problem + "\n";
  const Folder& folder = bundle.value().folder;
  Status written = folder.make_folder(kSlurmFolder);
  if (written.ok())
    written = folder.replace(kCheckFile, text.empty() ? "ok\n" : text, Durability::synced);
  if (!written.ok()) text += host + ": " + written.error().message + "\n";
  if (text.empty()) return print_line(host + ": ok").ok() ? 0 : 1;
  print_error_lines(text);
  return 1;
}
}  // namespace franz::proxy
