#include "proxy/run/trial_app.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/folder.h"
#include "common/run/run_files.h"
#include "common/run/run_log_app.h"
#include "common/tools/surface_facts.h"
#include "proxy/run/live_screen_app.h"
#include "proxy/run/private_screen_app.h"
#include "proxy/run/run_app.h"
#include "proxy/run/task_getters_app.h"
#include "proxy/tasks/agent_script.h"
#include "proxy/tasks/consent_app.h"

namespace franz::proxy {
using std::chrono::milliseconds;

static constexpr milliseconds kServerMayTake{60'000};  // to answer at all
static constexpr milliseconds kLastActionMayTake{1000};
static constexpr Size kStillLookSize{320, 180};

std::optional<StartFailure> refuse_trial(const Options& options) {
  const LoadedTask& task = *options.trial;
  if (const std::string missing = missing_program(task.task); !missing.empty())
    return StartFailure{kCannotStart, task.task.id + ": skipped: needs " + missing};
  if (task.task.runs_commands())
    if (const Status confined = try_confinement(); !confined.ok())
      return StartFailure{kCannotStart,
                          task.task.id +
                              ": its commands run only in a confinement, and programs "
                              "cannot be confined here: " +
                              confined.error().message};
  if (const Status may = ask_for_consent({task}, options.yes_tasks); !may.ok())
    return StartFailure{2, task.task.id + ": " + may.error().message};
  return std::nullopt;
}

TaskTrial::TaskTrial(const Options& options, std::function<void()> stop,
                     std::function<bool()> stop_was_asked)
    : options_(options),
      task_(*options.trial),
      stop_(std::move(stop)),
      stop_was_asked_(std::move(stop_was_asked)),
      timer_([this](const std::stop_token& stopped) { watch_server(stopped); }) {}
TaskTrial::~TaskTrial() = default;

Result<std::vector<std::string>> TaskTrial::agent_arguments() {
  if (options_.agent.empty()) return std::vector<std::string>{};
  auto folder = TemporaryFolder::make("task");
  if (!folder.ok()) return folder.error();
  script_folder_ = std::move(folder).value();
  const std::string path = join_path(script_folder_->path(), "agent.jsonl");
  const Status written = replace_file(
      path, agent_script(options_.agent == kSolutionAgent ? task_.task.solution : Solution{}),
      Durability::buffered);
  if (!written.ok()) return written.error();
  return std::vector<std::string>{"--script", path, "--delay-ms", "0"};
}

Status TaskTrial::set_up(const PrivateDisplay& display) {
  const std::vector<TaskStep>& steps = task_.task.setup;
  const Settings& settings = options_.settings.settings;
  steps_ =
      std::make_unique<TaskStepRunner>(task_, display, settings.model.api_key_env, stop_was_asked_);
  if (Status done = steps_->perform(steps); !done.ok()) return within("the set-up", done.error());
  const bool launches = std::ranges::any_of(
      steps, [](const TaskStep& step) { return step.kind == TaskStep::Kind::launch; });
  if (!launches) return Done{};
  const LiveScreen screen = whole_screen(live_screen(settings, &display), kStillLookSize);
  const Result<bool> still = wait_for_window(
      screen, [] { return std::string(); }, stop_was_asked_);
  if (!still.ok()) return within("the set-up", still.error());
  return Done{};
}

void TaskTrial::fail(const std::string& why) {
  {
    const std::lock_guard lock(mutex_);
    watch_.failed(why);
  }
  stop_();
}

void TaskTrial::loop_line(std::string_view line) {
  const Result<LoopEvent> event = parse_loop_event(line);
  if (!event.ok()) return;  // the recorder reports it
  bool stops = false;
  {
    const std::lock_guard lock(mutex_);
    stops = watch_.event(event.value());
  }
  if (stops) stop_();
}

void TaskTrial::program_changed(const Supervisor& state) {
  if (state.restarts() > 0) fail("the orchestrator was restarted: " + state.why());
  if (state.program() == Program::failed) fail("the orchestrator: " + state.why());
  const std::lock_guard lock(mutex_);
  const bool waits = state.program() == Program::waiting_for_upstream;
  if (!waits) waiting_since_ms_.reset();
  if (waits && !waiting_since_ms_) waiting_since_ms_ = steady_time_ms();
  changed_.notify_all();
}

// Without a turn no event of the loop says that the server does not answer.
void TaskTrial::watch_server(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const bool late =
        waiting_since_ms_ && steady_time_ms() - *waiting_since_ms_ >= kServerMayTake.count();
    if (late) {
      watch_.failed("the model server did not answer for a minute");
      lock.unlock();
      return stop_();
    }
    changed_.wait_for(lock, stop, milliseconds(1000), [] { return false; });
  }
}

void TaskTrial::person() {
  const std::lock_guard lock(mutex_);
  watch_.person();
}

void TaskTrial::display_lost(const std::string& text) {
  fail("the private display is gone: " + text);
}

Status TaskTrial::write_task(const std::string& run_folder) const {
  const Result<Folder> folder = Folder::open(run_folder);
  if (!folder.ok()) return folder.error();
  return folder.value().replace(kTaskFile, task_.json, Durability::synced);
}

// Whether the log says that a person took part.
static bool has_person(const RunDir& run) {
  bool found = false;
  RunLogReader reader;
  static_cast<void>(reader.read(run, [&](const ReadRunLine& line) {
    found = found || std::holds_alternative<PersonEntry>(line.line.entry) ||
            std::holds_alternative<NoteEntry>(line.line.entry);
    return true;
  }));
  return found;
}

Result<Score> TaskTrial::judge(PrivateDisplay* display, const std::string& run_folder,
                               const std::optional<Finish>& finish, TaskResult& result) {
  const Result<RunDir> run = RunDir::open(run_folder);
  if (!run.ok()) return run.error();
  result.person = result.person || has_person(run.value());
  // Programs may still be writing what the last action caused.
  if (display != nullptr) std::this_thread::sleep_for(kLastActionMayTake);
  // A failed step is not infrastructure: the model's own programs may have caused it.
  if (steps_ != nullptr) static_cast<void>(steps_->perform(task_.task.after));
  GetterSources sources{task_, options_.settings.settings, display, run_folder, "", false};
  const std::optional<std::string> answer = answer_of_run(run.value(), finish);
  sources.answered = answer.has_value();
  sources.answer = answer.value_or("");
  const Result<std::vector<GetterResult>> taken = take_results(sources);
  if (!taken.ok()) return taken.error();
  for (const GetterResult& each : taken.value()) {
    StoredResult stored{each.getter, each.kind, "", each.bytes.size(), each.why};
    if (each.kind == GetterResult::Kind::stored) {
      stored.sha256 = sha256_hex(each.bytes);
      if (Status kept = run.value().folder().replace(getter_file(stored.sha256), each.bytes,
                                                     Durability::synced);
          !kept.ok())
        return kept.error();
    }
    result.results.push_back(std::move(stored));
  }
  return check_results(task_.task, taken.value());
}

Result<TaskResult> TaskTrial::measure(PrivateDisplay* display, const std::string& run_folder) {
  timer_.request_stop();
  TrialWatch watch = [this] {
    const std::lock_guard lock(mutex_);
    return watch_;
  }();
  TaskResult result;
  result.task = task_.task.id;
  result.digest = task_.digest;
  result.files = task_.files;
  result.person = watch.touched();
  if (watch.outcome() == TrialOutcome::measured) {
    Result<Score> score = judge(display, run_folder, watch.finish(), result);
    if (score.ok()) result.score = std::move(score).value();
    if (!score.ok()) watch.failed(score.error().message);
  }
  result.outcome = watch.outcome();
  result.why = watch.why();
  const Result<Folder> folder = Folder::open(run_folder);
  if (!folder.ok()) return folder.error();
  const Status written =
      folder.value().replace(kTaskResultFile, to_json(result), Durability::synced);
  if (!written.ok()) return written.error();
  return result;
}

std::string task_line(const TaskResult& result) {
  if (result.outcome != TrialOutcome::measured)
    return printable(result.task + ": not measured: " + result.why);
  std::string line = result.task + ": ";
  if (result.score.success) {
    line += "success";
  } else {
    const long percent = std::lround(100 * result.score.partial);
    line += "failure, " + std::to_string(percent) + " % of its weights";
    for (const CheckpointScore& each : result.score.checkpoints)
      if (each.reached == each.must_not)
        line += "; " + each.name + (each.why.empty() ? "" : ": " + each.why);
  }
  return printable(line + (result.person ? " (a person touched it)" : ""));
}
}  // namespace franz::proxy
