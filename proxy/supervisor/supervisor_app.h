#pragma once
// Runs the supervisor: timers, probes, and the child processes, which are started on the thread
// that calls run() and end with it.
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
  Upstream upstream;  // to probe; for a demo model, its address once it is known
  ChildCommand orchestrator, demo;
  // For a person who takes the screen over: `executor --person` and `executor --release` there.
  ChildCommand person_input, release_screen;
  // Whether everything so far is written, which the next orchestrator reads. Called on run()'s
  // thread, repeatedly until it returns true.
  std::function<bool()> record_is_empty = [] { return true; };
};

// Called on run()'s thread, except for lines, which come on the child's own thread.
struct SupervisorSinks {
  std::function<void(std::string)> loop_line, loop_error_line;
  std::function<void(std::string)> demo_error_line;  // on run()'s thread, including earlier lines
  std::function<void(bool well)> loop_ended;
  // State, why, until, restarts, or whether a person has the screen.
  std::function<void(const Supervisor&)> changed;
  std::function<void(const PersonReport&)> person;
  std::function<void(bool warning, const std::string&)> say;
};

class SupervisorApp {
 public:
  SupervisorApp();
  ~SupervisorApp();  // calls end_children()
  SupervisorApp(const SupervisorApp&) = delete;
  SupervisorApp& operator=(const SupervisorApp&) = delete;

  // Starts the demo model and waits for its address; restarts use the same address. Failure: it
  // does not start, prints no address within ten seconds, or ask_to_stop() was called meanwhile.
  Result<Address> start_demo(const ChildCommand& command);
  // Whether start_demo() failed because of a stop.
  bool stop_was_asked() const;

  // Any thread, also before run(), which then handles earlier calls. `answer` is called on run()'s
  // thread, with the reason if the command is refused.
  using Answer = std::function<void(const std::optional<ControlRefusal>&)>;
  void command(const ControlCommand& command, Answer answer);
  // The same for a page that takes the screen over (`text`: its lease, which names it in later
  // calls), sends input (`text`: what could not be sent, for the person; empty: nothing), or hands
  // it back. The answer to input comes when it was sent.
  using ScreenAnswer =
      std::function<void(const std::optional<ControlRefusal>&, const std::string& text)>;
  void take_over(ScreenAnswer answer);
  void person_sent(const std::string& lease, const std::vector<PersonEvent>& events,
                   ScreenAnswer answer);
  void hand_back(const std::string& lease, ScreenAnswer answer);
  void notes_taken(const std::vector<int>& numbers);
  void recorded(int turn);
  void ask_to_stop();

  // Supervises until the program is to end; returns its exit code. Does not wait for threads that a
  // disk may block: a child that the system does not end may remain, see end_children().
  int run(SupervisorAppOptions options, SupervisorSinks sinks);

  // Kills the remaining children and waits for them, without a time limit. Call it after run();
  // sinks are not called after it returns.
  void end_children();

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
