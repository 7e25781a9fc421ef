#pragma once
// Runs the supervisor: timers, probes, and the children, which are started on the thread that calls
// run() and end with it.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/os/child_process.h"
#include "proxy/relay/upstream.h"
#include "proxy/supervisor/supervisor.h"

namespace franz::proxy {
struct SupervisorAppOptions {
  SupervisorOptions supervisor;
  Upstream upstream;  // probed; of a demo model its address, once it is known
  ChildCommand orchestrator, demo;
  // Whether all that happened so far is written: the next orchestrator reads it. Asked on run()'s
  // thread, again and again until it is.
  std::function<bool()> record_is_empty = [] { return true; };
};

// Called on run()'s thread, but for the lines, which come on the child's own.
struct SupervisorSinks {
  std::function<void(std::string)> loop_line, loop_error_line;
  std::function<void(std::string)> demo_error_line;  // on run()'s thread, also of what came before
  std::function<void(bool well)> loop_ended;
  std::function<void(const Supervisor&)> changed;  // state, why, until or restarts
  std::function<void(bool warning, const std::string&)> say;
};

class SupervisorApp {
 public:
  SupervisorApp();
  ~SupervisorApp();  // end_children()
  SupervisorApp(const SupervisorApp&) = delete;
  SupervisorApp& operator=(const SupervisorApp&) = delete;

  // Starts the demo model and waits for its address; later it is restarted there.
  // Failure: it does not start, says nothing for ten seconds, or ask_to_stop() was called
  // meanwhile.
  Result<Address> start_demo(const ChildCommand& command);
  // Whether a failure of start_demo() is no failure but a stop.
  bool stop_was_asked() const;

  // Any thread, also before run(), which takes up what came before it.
  // `answer` is called on run()'s thread: the reason if the command is not taken.
  using Answer = std::function<void(const std::optional<ControlRefusal>&)>;
  void command(const ControlCommand& command, Answer answer);
  void notes_taken(const std::vector<int>& numbers);
  void recorded(int turn);
  void ask_to_stop();

  // Supervises until the program is to end; its exit code. Waits for no thread that a disk could
  // hold: a child that the system does not end may be left, see end_children().
  int run(SupervisorAppOptions options, SupervisorSinks sinks);

  // Kills the children that are left and waits until they are gone, however long the system takes.
  // After run(); no sink is called when it is over.
  void end_children();

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
