#include "proxy/offline/score/trial_run_app.h"
#include <chrono>
#include <string>
#include <utility>
#include "common/base/json.h"
#include "common/base/last_lines.h"
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "proxy/offline/score/trial_end_app.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
using std::chrono::milliseconds;

// A run without a limit in minutes ends by its other limits; a day is for one that hangs.
static constexpr milliseconds kLongestTrial = std::chrono::hours(24);
static constexpr double kMostMinutes = 24 * 60;
// For the start, a last turn that takes long, and the checks.
static constexpr milliseconds kBesidesTurns = std::chrono::minutes(5);
static constexpr milliseconds kEndPatience{5000};
static constexpr std::size_t kMostPrinted = 16UL << 20U;  // bytes; a turn prints about 100

static void add_setting(std::vector<std::string>& arguments, const std::string& key,
                        const std::string& value) {
  arguments.insert(arguments.end(), {"--set", key + "=" + value});
}

// Everything that the run needs is in the bundle, so that a task file that is edited meanwhile
// changes nothing.
static ChildCommand trial_command(const TrialRun& run) {
  const ScorePlan& plan = *run.plan;
  const PlannedTask& task = plan.tasks[static_cast<std::size_t>(run.trial.task)];
  ChildCommand command{sibling_program("proxy"), {}, {}, ""};
  command.arguments = {"--task",      join_path(run.bundle, task.file),
                       "--yes-tasks", task.sha256,
                       "--runs",      run.runs,
                       "--run-name",  run.folder,
                       "--listen",    "127.0.0.1:0",
                       "--dashboard", "127.0.0.1:0"};
  if (!run.config.empty())
    command.arguments.insert(command.arguments.end(), {"--config", run.config});
  if (!plan.agent.empty())
    command.arguments.insert(command.arguments.end(), {"--agent", plan.agent});
  for (const auto& [key, value] : plan.fixed) add_setting(command.arguments, key, value);
  for (const auto& [key, value] : arm_values(plan, run.trial.arm))
    add_setting(command.arguments, key, key == kPromptKey ? join_path(run.bundle, value) : value);
  if (!run.upstream.empty()) add_setting(command.arguments, "proxy.upstream", run.upstream);
  command.end_patience = kEndPatience;
  return command;
}

// How long the trial may take by [limits] max_minutes, if the plan sets it.
static milliseconds longest(const TrialRun& run) {
  SettingValues values = arm_values(*run.plan, run.trial.arm);
  values.insert(values.end(), run.plan->fixed.begin(), run.plan->fixed.end());
  for (const auto& [key, value] : values) {
    const Result<JsonDocument> read = JsonDocument::read(value);
    if (key != "limits.max_minutes" || !read.ok()) continue;
    const double minutes = read.value().number(JsonDocument::kRoot).value_or(0);
    if (minutes <= 0 || minutes > kMostMinutes) continue;
    return milliseconds(static_cast<long long>(minutes * 60'000)) + kBesidesTurns;
  }
  return kLongestTrial;
}

// The reason to skip the trial: a program that its task needs is not installed; empty: none.
static std::string missing_of(const TrialRun& run) {
  const PlannedTask& task = run.plan->tasks[static_cast<std::size_t>(run.trial.task)];
  const Result<LoadedTask> loaded = load_task(join_path(run.bundle, task.file));
  const std::string missing = loaded.ok() ? missing_program(loaded.value().task) : "";
  return missing.empty() ? "" : "needs " + missing;
}

TrialEnd perform_trial(const TrialRun& run, const std::stop_token& stop) {
  if (const std::string missing = missing_of(run); !missing.empty()) {
    TrialEnd skipped;
    skipped.outcome = TrialOutcome::skipped;
    skipped.why = missing;
    return skipped;
  }
  const milliseconds deadline = longest(run);
  const ChildOutcome outcome = run_child(trial_command(run), "", deadline, stop, kMostPrinted);
  const auto folder = RunDir::open(join_path(run.runs, run.folder));
  if (folder.ok()) return read_trial_end(folder.value());
  LastLines last;
  last.add_all(outcome.errors);
  return no_run("no run: it " + last.after(describe(outcome.end, deadline)));
}
}  // namespace franz::proxy
