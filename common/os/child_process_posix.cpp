#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
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
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>
#include "common/os/child_launch.h"
#include "common/os/posix_support.h"
#include "common/os/stop_signals.h"

namespace franz {
namespace {
struct Pipe {
  Descriptor source, sink;
};

Result<Pipe> make_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return Error{std::generic_category().message(errno)};
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

// All that the child needs between its birth and exec, made before.
struct ChildPlan {
  const char* program;
  char* const* arguments;
  char* const* environment;
  const char* folder;  // null: ours
  std::array<int, 3> streams;
  int death_signal;
  pid_t parent;
  int failure;  // written by the child: the errno of what failed
};

constexpr int kAnswerBytes = 1 << 20;  // what a process without privileges may ask for (pipe(7))
constexpr int kNotStarted = 127;       // the exit code of a child that could not become the program

[[noreturn]] void give_up(ChildPlan& plan) {
  plan.failure = errno;
  ::_exit(kNotStarted);
}

// The child, on a stack of its own: only calls that are safe there (signal-safety(7)), and nothing
// that changes what it shares with its parent but `failure`. All signals are blocked.
int become_program(void* given) {
  auto& plan = *static_cast<ChildPlan*>(given);
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, plan.death_signal);
  // The parent may have ended before the line above (prctl(2)).
  if (::getppid() != plan.parent) ::_exit(kNotStarted);
  // Handlers are the parent's functions: none may run here once signals are let in.
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_DFL) continue;
    if (action.sa_handler == SIG_IGN && number != SIGPIPE && number != SIGXFSZ) continue;
    action = {};
    action.sa_handler = SIG_DFL;
    ::sigaction(number, &action, nullptr);
  }
  for (int stream = 0; stream < 3; ++stream)
    if (::dup2(plan.streams[static_cast<std::size_t>(stream)], stream) < 0) give_up(plan);
  ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
  if (plan.folder != nullptr && ::chdir(plan.folder) != 0) give_up(plan);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(plan.program, plan.arguments, plan.environment);
  give_up(plan);
}

// What the child has, as exec wants it. `texts` holds what is pointed at.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& each : texts) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Of two of one name the later one counts.
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

#ifdef __SANITIZE_THREAD__
// The sanitizer takes a call of clone() for a fork and marks our memory, which the child shares, as
// a fork's: its own name in glibc goes past that.
extern "C" int __clone(int (*run)(void*), void* stack, int flags, void* argument, ...);
constexpr auto* clone_process = &__clone;
#else
constexpr auto* clone_process = &::clone;
#endif

// The child borrows our memory until it is the program, so that none of it is copied: a fork of a
// process of 10 MB takes 0.4 to 0.9 ms, this 0.1. Failure: the system's reason.
// Source: clone(2), "CLONE_VFORK", as posix_spawn(3) does it, which cannot tie a child to us.
Result<pid_t> start_process(ChildPlan& plan) {
  constexpr std::size_t kStack = 32UL << 10U;
  const auto stack = std::make_unique_for_overwrite<std::byte[]>(kStack);
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child =
      clone_process(become_program, stack.get() + kStack, CLONE_VM | CLONE_VFORK | SIGCHLD, &plan);
  const int failure = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) return Error{std::generic_category().message(failure)};
  if (plan.failure == 0) return child;
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return Error{std::generic_category().message(plan.failure)};
}
}  // namespace

Result<LaunchedChild> launch_child(const ChildCommand& command) {
  ignore_broken_pipes();  // a child may end before it has read its input
  Result<Pipe> input = make_pipe();
  if (!input.ok()) return input.error();
  Result<Pipe> output = make_pipe();
  if (!output.ok()) return output.error();
  Result<Pipe> errors = make_pipe();
  if (!errors.ok()) return errors.error();
  std::vector<std::string> arguments{command.program};
  arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> environment = environment_of(command);
  const std::vector<char*> argument_list = pointers_to(arguments);
  const std::vector<char*> environment_list = pointers_to(environment);
  const bool is_asked = command.end_patience.count() > 0 || command.asked_when_we_die;
  ChildPlan plan{
      command.program.c_str(),
      argument_list.data(),
      environment_list.data(),
      command.folder.empty() ? nullptr : command.folder.c_str(),
      {input.value().source.number(), output.value().sink.number(), errors.value().sink.number()},
      is_asked ? SIGTERM : SIGKILL,
      ::getpid(),
      0};
  const Result<pid_t> child = start_process(plan);
  if (!child.ok()) return child.error();
  // So that a picture is written at once; where the system gives less, in pieces.
  static_cast<void>(::fcntl(output.value().sink.number(), F_SETPIPE_SZ, kAnswerBytes));
  LaunchedChild launched;
  launched.pid = child.value();  // watch_end reaps it
  launched.input = input.value().sink.release();
  launched.output = output.value().source.release();
  launched.errors = errors.value().source.release();
  return launched;
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
