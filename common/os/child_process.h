#pragma once
// Other programs as children: pipes on their standard streams, no other descriptor of ours, a
// process group (Linux) or job (Windows) of their own that ends with us whatever ends us.
// Start children only from a thread that outlives them: Linux ties PR_SET_PDEATHSIG to the thread.
// They are started by Boost.Process.
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
      environment;                         // in addition to ours, or replacing; the last of a name
  std::string folder;                      // to start in; empty: ours
  std::vector<std::string> withheld = {};  // variables of ours that it does not get
  // Over 0: a child that has something to put in order. To end it, it is asked first (as
  // interrupt()), and killed when it still runs after this time; when we are killed, it is asked
  // (Linux). 0: it is killed at once, as every child is on Windows.
  std::chrono::milliseconds end_patience{0};
  // When we are killed it is asked, whatever `end_patience` is: it may hold down a key (Linux).
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

// One line for the operators and the model: "no answer in 15 s", "ended with exit code 3",
// "ended by signal 9", "could not be started: No such file or directory".
std::string describe(const ChildEnd& end, std::chrono::milliseconds deadline);

struct ChildOutcome {
  ChildEnd end;
  std::string output;  // all of standard output
  std::string errors;  // the last 64 KiB of standard error
};

// Runs a child to its end: gives it `input`, reads both its streams, waits for its end and for the
// end of its output. Past the deadline, or when `stop` asks, it is ended with all its children.
// Blocks; any thread that outlives the child.
ChildOutcome run_child(const ChildCommand& command, std::string_view input,
                       std::chrono::milliseconds deadline, const std::stop_token& stop = {},
                       std::size_t max_output = 64UL << 20U);

// Starts a program that goes on when we end, in a session of its own and without standard streams.
// How it ends is not reported; `end_patience` and `asked_when_we_die` do not apply. Linux only.
// Failure: the system's reason.
Status start_free_program(const ChildCommand& command);

// A child that lives long and speaks in lines.
class ChildProcess {
 public:
  // Called on the child's own thread, never two at a time; `on_end` is the last call. Lines come
  // without their end; one over 64 MiB ends the child.
  struct Handlers {
    std::function<void(std::string_view)> on_output_line;
    std::function<void(std::string_view)> on_error_line;
    std::function<void(const ChildEnd&)> on_end;
  };

  // Failure: the system's reason. `on_end` is not called then.
  static Result<std::unique_ptr<ChildProcess>> start(const ChildCommand& command,
                                                     Handlers handlers);

  // Ends the child with all its children, if it still runs, and waits. Not from a handler.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Queues a line for its standard input; lost without a word if it is gone. Any thread.
  void write_line(std::string line);
  // Ends the child with all its children, as its command says; `on_end` follows. Any thread.
  void kill();
  // Asks it to end (SIGTERM to the child); on Windows it is ended. Any thread.
  void interrupt();
  long long pid() const;

 private:
  struct Running;
  explicit ChildProcess(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};
}  // namespace franz
