#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <string>
#include "common/os/paths.h"
#include "executor/desktop/screen_commands.h"

namespace franz::executor {
namespace {
constexpr std::array kSignals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV,
                              SIGBUS,  SIGFPE, SIGILL, SIGABRT};
constexpr unsigned kPatience = 5;  // seconds: time limit of the release

// Prepared for the handler, which must not allocate.
std::string release_program, release_display_name;
std::array<char*, 4> release_arguments{};

// Calls only async-signal-safe functions (signal-safety(7)).
void release_and_end(int number) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();  // a signal to our process group must not end the release
    for (const int each : kSignals) ::signal(each, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::alarm(kPatience);
    ::execve(release_arguments[0], release_arguments.data(), environ);
    ::_exit(127);
  }
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  ::signal(number, SIG_DFL);
  ::raise(number);  // delivered when this handler returns; ends the process
}
}  // namespace

void release_at_end(const std::string& display) {
  release_program = executable_path();
  static std::string release = "--release";
  release_display_name = display;
  release_arguments = {release_program.data(), release.data(),
                       display.empty() ? nullptr : release_display_name.data(), nullptr};
  struct sigaction action {};
  action.sa_handler = release_and_end;
  ::sigfillset(&action.sa_mask);
  for (const int number : kSignals) ::sigaction(number, &action, nullptr);
}
}  // namespace franz::executor
