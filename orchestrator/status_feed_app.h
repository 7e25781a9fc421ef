#pragma once
// Runs the status window on a person's screen and sends it the run's status. The run neither waits
// for it nor depends on it: one line is sent at a time, and a newer one replaces one that waits.
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include "common/os/child_process.h"
#include "common/wire/control_messages.h"
#include "common/wire/status_messages.h"

namespace franz::orchestrator {
struct StatusFeedPorts {
  std::function<std::string(std::string_view)> mask;  // secrets; any thread
  // Called at most once, with the reason why there is no window. Any thread.
  std::function<void(const std::string&)> warn;
};

class StatusFeed {
 public:
  // Starts the window. `command`: a program that answers each line with one.
  StatusFeed(const ChildCommand& command, StatusFeedPorts ports);
  ~StatusFeed();  // closes the window
  StatusFeed(const StatusFeed&) = delete;
  StatusFeed& operator=(const StatusFeed&) = delete;

  // Never waits. From one thread.
  void report(const LoopEvent& event);

 private:
  void answered();
  void send();  // holds mutex_
  void ended(const ChildEnd& end);

  StatusFeedPorts ports_;
  RunStatus status_;  // for the thread of report()
  std::mutex mutex_;
  std::string sent_, latest_;  // lines
  std::string last_words_;     // of its error output
  bool on_the_way_ = false, gone_ = false, stopping_ = false;
  std::unique_ptr<ChildProcess> child_;  // last: its handlers use the others
};

// The command of the status window. `api_key_env`: as run_program().
ChildCommand status_window_command(const std::string& api_key_env);
}  // namespace franz::orchestrator
