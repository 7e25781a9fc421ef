#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>
#include "common/os/boost_process.h"
#include "common/os/child_launch.h"
#include "common/os/detached_thread.h"
#include "common/os/free_program.h"
#include "common/os/stop_signals.h"

namespace franz {
namespace {
constexpr int kAnswerBytes = 1 << 20;  // the maximum for an unprivileged process (pipe(7))
constexpr std::size_t kMaxFreeErrors = 64UL << 10U;
constexpr int kNotStarted = 127;  // the exit code of a child that could not execute the program

// Our environment with the command's changes. Not Boost's: if a name occurs twice, that would erase
// only the first.
std::vector<std::string> environment_of(const ChildCommand& command) {
  std::map<std::string, std::string, std::less<>> variables;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view variable = *each;
    const std::size_t end = variable.find('=');
    if (end != variable.npos) variables.emplace(variable.substr(0, end), variable.substr(end + 1));
  }
  for (const std::string& name : command.withheld) variables.erase(name);
  for (const auto& [name, value] : command.environment) variables.insert_or_assign(name, value);
  std::vector<std::string> lines;
  lines.reserve(variables.size());
  for (const auto& [name, value] : variables) lines.emplace_back(name).append("=").append(value);
  return lines;
}

// Blocks all signals in this thread and in its new child: none of our handlers may run in a child
// before it executes its program.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_{};
};

// What happens to a child when the thread that started it ends.
enum class Tie {
  killed,  // SIGKILL
  asked,   // SIGTERM
  none,    // nothing: it has its own session
};

// Sets a child's environment, folder, process group, death signal, signal handling and descriptors.
// bp::limit_handles closes the child's own streams and bp::start_dir ignores a missing folder, so
// neither is used.
class Initializer : public bp::extend::handler {
 public:
  Initializer(const ChildCommand& command, Tie tie)
      : environment_(environment_of(command)), folder_(command.folder), tie_(tie) {
    for (std::string& each : environment_) pointers_.push_back(each.data());
    pointers_.push_back(nullptr);
  }

  template <typename Executor>
  void on_setup(Executor& executor) {
    executor.env = pointers_.data();
  }

  // Runs in the child, which shares our memory: only calls that are safe there (signal-safety(7)).
  // Must be the last initializer, because others need the descriptors.
  template <typename Executor>
  void on_exec_setup(Executor& executor) const {
    if (tie_ == Tie::none) {
      ::setsid();
    } else {
      ::setpgid(0, 0);
      ::prctl(PR_SET_PDEATHSIG, tie_ == Tie::asked ? SIGTERM : SIGKILL);
      // The parent may have ended before the previous line (prctl(2)).
      if (::getppid() != parent_) ::_exit(kNotStarted);
    }
    for (int number = 1; number < NSIG; ++number) {
      struct sigaction action {};
      if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_DFL) continue;
      const bool ours = number == SIGPIPE || number == SIGXFSZ;  // ignored by us, not by our parent
      if (action.sa_handler == SIG_IGN && tie_ != Tie::none && !ours) continue;
      action = {};
      action.sa_handler = SIG_DFL;
      ::sigaction(number, &action, nullptr);
    }
    ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
    if (!folder_.empty() && ::chdir(folder_.c_str()) != 0) {
      executor.set_error(std::error_code(errno, std::system_category()), "chdir");
      ::_exit(kNotStarted);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
  }

  // Boost does not wait for a child that could not execute the program.
  template <typename Executor>
  void on_error(Executor& executor, const std::error_code&) const {
    if (executor.pid <= 0) return;
    while (::waitpid(executor.pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

 private:
  std::vector<std::string> environment_;
  std::vector<char*> pointers_;
  std::string folder_;
  Tie tie_;
  pid_t parent_ = ::getpid();
};

// `streams`: Boost initializers. use_vfork avoids copying our memory. The thread sanitizer forks
// anyway; Boost must know, because it then reports a failure through a pipe.
template <typename... Streams>
Result<pid_t> launch(const ChildCommand& command, Tie tie, Streams&&... streams) {
  Initializer initializer(command, tie);
  std::error_code failure;
  const BlockedSignals blocked;
  bp::child child(bp::exe = command.program, bp::args = command.arguments, failure,
#ifndef __SANITIZE_THREAD__
                  bp::posix::use_vfork,
#endif
                  std::forward<Streams>(streams)..., initializer);
  if (failure) return Error{std::generic_category().message(failure.value())};
  child.detach();  // watch_end() reaps it
  return child.id();
}

// Boost's pipes lack it. launch() closes the descriptors that the child must not have; other code
// that starts programs does not.
int close_on_exec(int descriptor) {
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}
}  // namespace

Result<LaunchedChild> launch_child(const ChildCommand& command) try {
  ignore_broken_pipes();  // a child may end before it has read its input
  bp::pipe input, output, errors;
  // Lets a picture be written in one call; if the system grants less, it is written in pieces.
  static_cast<void>(::fcntl(output.native_sink(), F_SETPIPE_SZ, kAnswerBytes));
  const bool is_asked = command.end_patience.count() > 0 || command.asked_when_we_die;
  const Result<pid_t> child =
      launch(command, is_asked ? Tie::asked : Tie::killed, (bp::std_in < input),
             (bp::std_out > output), (bp::std_err > errors));
  if (!child.ok()) return child.error();
  LaunchedChild launched;
  launched.pid = child.value();
  launched.input = close_on_exec(input.native_sink());
  launched.output = close_on_exec(output.native_source());
  launched.errors = close_on_exec(errors.native_source());
  input.assign_sink(-1);
  output.assign_source(-1);
  errors.assign_source(-1);
  return launched;
} catch (const std::system_error& error) {  // a pipe
  return Error{error.code().message()};
}

static void reap_in_time(pid_t pid) {
  start_detached_thread([pid] {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  });
}

static ChildEnd end_of(int status) {
  ChildEnd end;
  end.kind = WIFSIGNALED(status) ? ChildEnd::Kind::killed : ChildEnd::Kind::exited;
  end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return end;
}

Status start_free_program(const ChildCommand& command) try {
  const Result<pid_t> child = launch(command, Tie::none, (bp::std_in < bp::null),
                                     (bp::std_out > bp::null), (bp::std_err > bp::null));
  if (!child.ok()) return child.error();
  reap_in_time(child.value());
  return Done{};
} catch (const std::system_error& error) {
  return Error{error.code().message()};
}

Result<std::optional<ChildOutcome>> start_watched_program(const ChildCommand& command,
                                                          std::chrono::milliseconds watched) try {
  constexpr std::chrono::milliseconds kBetweenLooks{10};
  constexpr const char* kDrain = "/bin/cat";
  bp::pipe errors;
  const Result<pid_t> child = launch(command, Tie::none, (bp::std_in < bp::null),
                                     (bp::std_out > bp::null), (bp::std_err > errors));
  if (!child.ok()) return child.error();
  ::close(errors.native_sink());
  errors.assign_sink(-1);
  const int end = close_on_exec(errors.native_source());
  const int flags = ::fcntl(end, F_GETFL);
  ::fcntl(end, F_SETFL, flags | O_NONBLOCK);
  ChildOutcome outcome;
  const auto until = std::chrono::steady_clock::now() + watched;
  for (bool ended = false; !ended && std::chrono::steady_clock::now() < until;) {
    int status = 0;
    const pid_t gone = ::waitpid(child.value(), &status, WNOHANG);
    ended = gone == child.value();
    // After the check, so that output written before the child's end is available.
    std::array<char, 4096> bytes{};
    for (ssize_t got = 0; outcome.errors.size() < kMaxFreeErrors &&
                          (got = ::read(end, bytes.data(), bytes.size())) > 0;)
      outcome.errors.append(bytes.data(), static_cast<std::size_t>(got));
    if (ended) {
      outcome.end = end_of(status);
      return std::optional(std::move(outcome));
    }
    std::this_thread::sleep_for(kBetweenLooks);
  }
  // A pipe without a reader would end it by a signal, and a full pipe would block it.
  ::fcntl(end, F_SETFL, flags);
  const Result<pid_t> drain = launch({kDrain, {}, {}, "/"}, Tie::none, (bp::std_in < errors),
                                     (bp::std_out > bp::null), (bp::std_err > bp::null));
  reap_in_time(child.value());
  if (drain.ok()) reap_in_time(drain.value());
  return std::optional<ChildOutcome>();
} catch (const std::system_error& error) {
  return Error{error.code().message()};
}

Status start_free_reader(const ChildCommand& command, std::string_view input) try {
  ignore_broken_pipes();
  bp::pipe pipe;
  static_cast<void>(close_on_exec(pipe.native_sink()));
  const Result<pid_t> child = launch(command, Tie::none, (bp::std_in < pipe),
                                     (bp::std_out > bp::null), (bp::std_err > bp::null));
  if (!child.ok()) return child.error();
  ::close(pipe.native_source());
  pipe.assign_source(-1);
  reap_in_time(child.value());
  while (!input.empty()) {
    const ssize_t written = ::write(pipe.native_sink(), input.data(), input.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Error{std::generic_category().message(errno)};
    input.remove_prefix(static_cast<std::size_t>(written));
  }
  return Done{};
} catch (const std::system_error& error) {
  return Error{error.code().message()};
}

void kill_child(const LaunchedChild& child) { ::kill(static_cast<pid_t>(-child.pid), SIGKILL); }

void interrupt_child(const LaunchedChild& child) { ::kill(static_cast<pid_t>(child.pid), SIGTERM); }

void watch_end(boost::asio::io_context& io, const LaunchedChild& child,
               std::function<void(ChildEnd)> on_end) {
  const auto pid = static_cast<pid_t>(child.pid);
  const auto reap = [child, pid, on_end = std::move(on_end)] {
    kill_child(child);  // the pid stays valid until waitpid
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    on_end(end_of(status));
  };
  // A pidfd becomes readable when its process ends (pidfd_open(2), Linux 5.3).
  const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (descriptor < 0) {  // an older kernel, or a container that forbids it
    start_detached_thread([&io, pid, reap, work = boost::asio::make_work_guard(io)] {
      siginfo_t info{};
      while (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) < 0 &&
             errno == EINTR) {
      }
      boost::asio::post(io, reap);
    });
    return;
  }
  auto pidfd = std::make_shared<boost::asio::posix::stream_descriptor>(io, descriptor);
  pidfd->async_wait(boost::asio::posix::stream_descriptor::wait_read,
                    [pidfd, reap](const boost::system::error_code& code) {
                      if (!code) reap();
                    });
}
}  // namespace franz
