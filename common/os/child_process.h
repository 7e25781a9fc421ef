#pragma once
// Other programs as children: pipes on their standard streams, none of our other descriptors, and a
// process group (Linux) or job (Windows) of their own, which ends when this process ends for any
// reason. Start children only from a thread that outlives them: Linux ties PR_SET_PDEATHSIG to the
// thread. Boost.Process starts them.
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"

namespace franz {
struct ChildCommand {
  std::string program;  // a path, not looked up
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>>
      environment;                         // added to ours or replacing; the last of a name
  std::string folder;                      // to start in; empty: ours
  std::vector<std::string> withheld = {};  // our variables that it does not receive
  // Over 0: for a child that needs to clean up. To end it, it is asked first (as interrupt()), and
  // killed if it still runs after this time. If we are killed, it is asked (Linux). 0: it is killed
  // immediately, as every child is on Windows.
  std::chrono::milliseconds end_patience{0};
  // If we are killed it is asked, for any `end_patience`: it may hold down a key (Linux).
  bool asked_when_we_die = false;
};

struct ChildEnd {
  enum class Kind {
    exited,       // code: its exit code
    killed,       // code: the signal (Linux)
    deadline,     // ended by us: it took too long
    stopped,      // ended by us: we were asked to stop
    too_large,    // ended by us: it printed more than it may
    not_started,  // why: the system's reason
  };
  Kind kind = Kind::exited;
  int code = 0;
  std::string why;
  bool ok() const { return kind == Kind::exited && code == 0; }
};

// One line for the operators and the model: "no answer in 15 s", "ended with exit code 3", "ended
// by signal 9", "could not be started: No such file or directory".
std::string describe(const ChildEnd& end, std::chrono::milliseconds deadline);

struct ChildOutcome {
  ChildEnd end;
  std::string output;  // all of standard output
  std::string errors;  // the last 64 KiB of standard error
};

// Runs a child to its end: writes `input`, reads both streams, and waits for the end of the process
// and of its output. After the deadline, or when `stop` returns true, the child is ended with all
// its children. Blocks; call it from any thread that outlives the child.
ChildOutcome run_child(const ChildCommand& command, std::string_view input,
                       std::chrono::milliseconds deadline, const std::stop_token& stop = {},
                       std::size_t max_output = 64UL << 20U);

// Starts a program that continues after we end, in its own session and without standard streams.
// Its end is not reported; `end_patience` and `asked_when_we_die` do not apply. Linux only.
// Failure: the system's reason.
Status start_free_program(const ChildCommand& command);

// A long-running child that communicates in lines.
class ChildProcess {
 public:
  // Called on the child's own thread, never two at a time; `on_end` is the last call. Lines are
  // passed without their end; a line over 64 MiB ends the child.
  struct Handlers {
    std::function<void(std::string_view)> on_output_line;
    std::function<void(std::string_view)> on_error_line;
    std::function<void(const ChildEnd&)> on_end;
  };

  // Failure: the system's reason; `on_end` is then not called.
  static Result<std::unique_ptr<ChildProcess>> start(const ChildCommand& command,
                                                     Handlers handlers);

  // Ends the child with all its children if it still runs, and waits. Do not call from a handler.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Queues a line for its standard input; silently lost if the child has ended. Any thread.
  void write_line(std::string line);
  // Ends the child with all its children, as its command specifies; `on_end` follows. Any thread.
  void kill();
  // Asks it to end (SIGTERM to the child); on Windows it is killed. Any thread.
  void interrupt();
  long long pid() const;

 private:
  struct Running;
  explicit ChildProcess(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};
}  // namespace franz
