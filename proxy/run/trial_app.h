#pragma once
// A run of a task: how it begins, when it must stop, and its score at the end.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/private_display_app.h"
#include "common/os/temporary_folder.h"
#include "common/run/start_run_app.h"
#include "proxy/command/options_app.h"
#include "proxy/run/task_steps_app.h"
#include "proxy/supervisor/supervisor.h"
#include "proxy/tasks/trial_watch.h"

namespace franz::proxy {
// Why the trial that the options ask for is not begun: a program is missing, the commands need a
// consent or a confinement. May ask the person at the terminal. Nothing: it may begin.
std::optional<StartFailure> refuse_trial(const Options& options);

class TaskTrial {
 public:
  // `options` has a task and outlives this object. `stop`: asks the run to end; any thread.
  TaskTrial(const Options& options, std::function<void()> stop,
            std::function<bool()> stop_was_asked);
  ~TaskTrial();
  TaskTrial(const TaskTrial&) = delete;
  TaskTrial& operator=(const TaskTrial&) = delete;

  // For --agent: the demo model's arguments that make it play that agent. Empty: a model acts.
  Result<std::vector<std::string>> agent_arguments();

  // Makes the starting state, before the first turn, and waits until its windows are painted.
  // Failure: which step failed and why.
  Status set_up(const PrivateDisplay& display);

  // ---- Events, from any thread.
  void loop_line(std::string_view line);
  void program_changed(const Supervisor& state);
  void person();  // gave a command
  void display_lost(const std::string& text);

  // Writes the task's file into the run's folder.
  Status write_task(const std::string& run_folder) const;
  // Judges the final state and writes results and task_result.json into the run's folder.
  // `display`: null for the sandbox; its programs are ended. Call it when the loop has ended and
  // everything of it is recorded. Failure: the folder cannot be written.
  Result<TaskResult> measure(PrivateDisplay* display, const std::string& run_folder);

 private:
  void fail(const std::string& why);
  void watch_server(const std::stop_token& stop);
  Result<Score> judge(PrivateDisplay* display, const std::string& run_folder,
                      const std::optional<Finish>& finish, TaskResult& result);

  const Options& options_;
  const LoadedTask& task_;
  const std::function<void()> stop_;
  const std::function<bool()> stop_was_asked_;
  std::unique_ptr<TemporaryFolder> script_folder_;
  std::unique_ptr<TaskStepRunner> steps_;
  std::mutex mutex_;  // of the rest
  TrialWatch watch_;
  std::condition_variable_any changed_;
  std::optional<std::int64_t> waiting_since_ms_;  // for the model's server, before the first turn
  std::jthread timer_;
};

// One line: "form-town: success", "form-town: 50 % (saved: file_contains: …)", "…: not measured:
// …".
std::string task_line(const TaskResult& result);
}  // namespace franz::proxy
