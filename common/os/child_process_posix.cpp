#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/env.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/io.hpp>
#include <boost/process/pipe.hpp>
#include <boost/process/start_dir.hpp>
#include <cerrno>
#include <memory>
#include <thread>
#include "common/os/child_launch.h"
#include "common/os/stop_signals.h"

namespace franz {
namespace bp = boost::process;

namespace {
// Runs between fork and exec: only calls that are safe there (signal-safety(7)).
struct ChildSetup : bp::extend::handler {
  explicit ChildSetup(int signal_at_our_end) : death_signal(signal_at_our_end) {}
  pid_t parent = ::getpid();
  int death_signal;

  template <typename Executor>
  void on_exec_setup(Executor&) const {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, death_signal);
    // The parent may have ended before the line above (prctl(2)).
    if (::getppid() != parent) ::_exit(127);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int ignored : {SIGPIPE, SIGXFSZ}) ::signal(ignored, SIG_DFL);
    // Marks instead of closing: exec's own error pipe is still needed until exec.
    ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
  }
};

// Takes one end out of `pipe`, which closes what is left in it.
std::intptr_t take_source(bp::pipe& pipe) {
  const int end = pipe.native_source();
  pipe.assign_source(-1);
  ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return end;
}

std::intptr_t take_sink(bp::pipe& pipe) {
  const int end = pipe.native_sink();
  pipe.assign_sink(-1);
  ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return end;
}
}  // namespace

Result<LaunchedChild> launch_child(const ChildCommand& command) {
  ignore_broken_pipes();  // a child may end before it has read its input
  try {
    bp::pipe input, output, errors;
    bp::environment environment = boost::this_process::environment();
    for (const std::string& name : command.withheld) environment.erase(name);
    for (const auto& [name, value] : command.environment) environment[name] = value;
    std::error_code code;
    const std::string folder = command.folder.empty() ? "." : command.folder;
    const bool is_asked = command.end_patience.count() > 0 || command.asked_when_we_die;
    bp::child child(bp::exe = command.program, bp::args = command.arguments, bp::env = environment,
                    bp::start_dir = folder, bp::std_in<input, bp::std_out> output,
                    bp::std_err > errors, ChildSetup(is_asked ? SIGTERM : SIGKILL), code);
    if (code) return Error{code.message()};
    LaunchedChild launched;
    launched.pid = child.id();
    child.detach();  // watch_end reaps it
    launched.input = take_sink(input);
    launched.output = take_source(output);
    launched.errors = take_source(errors);
    return launched;
  } catch (const std::exception& failure) {  // no descriptor or no process left
    return Error{failure.what()};
  }
}

void kill_child(const LaunchedChild& child) { ::kill(static_cast<pid_t>(-child.pid), SIGKILL); }

void interrupt_child(const LaunchedChild& child) { ::kill(static_cast<pid_t>(child.pid), SIGTERM); }

void watch_end(boost::asio::io_context& io, const LaunchedChild& child,
               std::function<void(ChildEnd)> on_end) {
  const auto pid = static_cast<pid_t>(child.pid);
  const auto reap = [child, pid, on_end = std::move(on_end)] {
    kill_child(child);  // its pid is ours until waitpid: nobody else can be meant
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    ChildEnd end;
    end.kind = WIFSIGNALED(status) ? ChildEnd::Kind::killed : ChildEnd::Kind::exited;
    end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    on_end(end);
  };
  // A pidfd becomes readable when its process ends (pidfd_open(2), Linux 5.3).
  const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (descriptor < 0) {  // an older kernel, or a container that forbids it
    std::thread([&io, pid, reap, work = boost::asio::make_work_guard(io)] {
      siginfo_t info{};
      while (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) < 0 &&
             errno == EINTR) {
      }
      boost::asio::post(io, reap);
    }).detach();
    return;
  }
  auto pidfd = std::make_shared<boost::asio::posix::stream_descriptor>(io, descriptor);
  pidfd->async_wait(boost::asio::posix::stream_descriptor::wait_read,
                    [pidfd, reap](const boost::system::error_code& code) {
                      if (!code) reap();
                    });
}
}  // namespace franz
