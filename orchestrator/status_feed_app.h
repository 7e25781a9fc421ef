#pragma once
// Keeps the status window of a run that is on a person's screen, and tells it what the run does.
// The run neither waits for it nor depends on it: there is one line on the way at a time, and what
// comes meanwhile is replaced by what comes after it.
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
  // For people, once at most: there is no window, and why. Any thread.
  std::function<void(const std::string&)> warn;
};

class StatusFeed {
 public:
  // Starts the window. `command`: of the program, which answers each line by one.
  StatusFeed(const ChildCommand& command, StatusFeedPorts ports);
  ~StatusFeed();  // ends it
  StatusFeed(const StatusFeed&) = delete;
  StatusFeed& operator=(const StatusFeed&) = delete;

  // Never waits. From one thread.
  void tell(const LoopEvent& event);

 private:
  void answered();
  void send();  // holds mutex_
  void ended(const ChildEnd& end);

  StatusFeedPorts ports_;
  RunStatus status_;  // of the teller's thread
  std::mutex mutex_;
  std::string sent_, latest_;  // lines
  std::string last_words_;     // of its error output
  bool on_the_way_ = false, gone_ = false, stopping_ = false;
  std::unique_ptr<ChildProcess> child_;  // last: its handlers use the others
};

// The command of the window of ours. `api_key_env`: as run_program() has it.
ChildCommand status_window_command(const std::string& api_key_env);
}  // namespace franz::orchestrator
