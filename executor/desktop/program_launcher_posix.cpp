#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/find_program.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "executor/desktop/command_words.h"
#include "executor/desktop/program_launcher.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxProgramShown = 80;  // bytes of a program's name

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  list.reserve(texts.size() + 1);
  for (std::string& each : texts) list.push_back(each.data());
  list.push_back(nullptr);
  return list;
}

// Ours without keys, on the display: toolkits that could choose Wayland must not.
std::vector<std::string> environment_for(const std::string& display) {
  std::vector<std::string> withheld = key_variables("");
  std::vector<std::string> set{"GDK_BACKEND=x11", "QT_QPA_PLATFORM=xcb"};
  if (!display.empty()) set.push_back("DISPLAY=" + display);
  for (const std::string& each : set) withheld.push_back(each.substr(0, each.find('=')));
  withheld.emplace_back("WAYLAND_DISPLAY");
  std::vector<std::string> variables = set;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string variable(*each);
    const std::string name = variable.substr(0, variable.find('='));
    bool kept = true;
    for (const std::string& other : withheld) kept = kept && name != other;
    if (kept) variables.push_back(variable);
  }
  return variables;
}

// Runs between fork and exec: only calls that are safe there (signal-safety(7)). What fails is told
// through `report`, which exec closes.
[[noreturn]] void become(const char* path, char* const* arguments, char* const* variables,
                         const char* folder, int report) {
  ::setsid();
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &usual, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
  if (::chdir(folder) != 0 && ::chdir("/") != 0) ::_exit(127);
  ::execve(path, arguments, variables);
  const int reason = errno;
  static_cast<void>(!::write(report, &reason, sizeof(reason)));
  ::_exit(127);
}

class ProgramLauncher : public Launcher {
 public:
  ProgramLauncher(std::string display, std::vector<std::string> prefix)
      : display_(std::move(display)), prefix_(std::move(prefix)) {}

  Status launch(std::string_view line) override {
    const Result<std::vector<std::string>> read = command_words(line);
    if (!read.ok()) return read.error();
    const std::vector<std::string>& words = read.value();
    const std::string told = quote_json(cut_text(printable(words.front()), kMaxProgramShown));
    // Behind a prefix it would be the prefix that finds out, when nobody listens any more.
    if (find_program(words.front()).empty()) return Error{"there is no program " + told};
    std::vector<std::string> command = prefix_;
    command.insert(command.end(), words.begin(), words.end());
    const std::string path = find_program(command.front());
    if (path.empty()) return Error{"there is no program " + quote_json(command.front())};
    const int reason = start(path, command);
    if (reason != 0) return Error{told + " could not be started: " + std::strerror(reason)};
    return Done{};
  }

 private:
  // 0, or why not (errno). The program is a child of init: it was forked twice, and what stands
  // between ends at once.
  int start(const std::string& path, std::vector<std::string>& command) const {
    std::vector<std::string> variables = environment_for(display_);
    const std::vector<char*> arguments = pointers(command), environment_list = pointers(variables);
    const std::string folder = environment("HOME").value_or("/");
    std::array<int, 2> report{};
    if (::pipe2(report.data(), O_CLOEXEC) != 0) return errno;
    const pid_t between = ::fork();
    if (between == 0) {
      const pid_t program = ::fork();
      if (program == 0)
        become(path.c_str(), arguments.data(), environment_list.data(), folder.c_str(), report[1]);
      if (program < 0) {
        const int failed = errno;
        static_cast<void>(!::write(report[1], &failed, sizeof(failed)));
      }
      ::_exit(0);
    }
    int reason = between < 0 ? errno : 0;
    ::close(report[1]);
    while (between > 0 && ::waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
    }
    int told = 0;
    ssize_t size = 0;
    do {
      size = ::read(report[0], &told, sizeof(told));
    } while (size < 0 && errno == EINTR);
    if (reason == 0 && size == static_cast<ssize_t>(sizeof(told))) reason = told;
    ::close(report[0]);
    return reason;
  }

  std::string display_;
  std::vector<std::string> prefix_;
};
}  // namespace

std::unique_ptr<Launcher> make_launcher(std::string display, std::vector<std::string> prefix) {
  return std::make_unique<ProgramLauncher>(std::move(display), std::move(prefix));
}
}  // namespace franz::executor
