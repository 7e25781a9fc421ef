#pragma once
// Performs a task's steps on its private display.
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/private_display_app.h"
#include "common/os/child_process.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
class TaskStepRunner {
 public:
  // All outlive this object. `stop_asked`: ends waiting early. `api_key_env`: its variable is
  // hidden from our own programs.
  TaskStepRunner(const LoadedTask& task, const PrivateDisplay& display, std::string api_key_env,
                 std::function<bool()> stop_asked);
  // Ends the programs that it launched. Created, used and destroyed on one thread, see
  // common/os/child_process.h.
  ~TaskStepRunner();
  TaskStepRunner(const TaskStepRunner&) = delete;
  TaskStepRunner& operator=(const TaskStepRunner&) = delete;

  // Performs the steps in order. Failure: names the step and why it failed: a command ended with
  // another code than 0 or not within 60 s, a program showed no window within 20 s.
  Status perform(const std::vector<TaskStep>& steps);

 private:
  struct Launched;
  Status perform_one(const TaskStep& step);
  Status execute(const std::vector<std::string>& command) const;
  Status launch(const std::vector<std::string>& command);
  Status activate(const TaskStep& step) const;
  Status upload(const TaskStep& step) const;
  void wait(double seconds) const;
  Result<std::size_t> count_windows() const;

  const LoadedTask& task_;
  const PrivateDisplay& display_;
  const std::string api_key_env_;
  const std::function<bool()> stop_asked_;
  std::vector<std::unique_ptr<Launched>> launched_;
};
}  // namespace franz::proxy
