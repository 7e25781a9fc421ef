#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include "common/base/command_words.h"
#include "common/base/json_string.h"
#include "common/base/last_lines.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/bridge_connection.h"
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/os/find_program.h"
#include "common/os/free_program.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "executor/desktop/bridge_parts_posix.h"
#include "executor/desktop/x11_parts.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxProgramShown = 80;  // bytes of a program's name
// A program that cannot run here usually fails within this time.
constexpr std::chrono::milliseconds kLaunchWatched{500};

enum class Session { x11, wayland };

// The X server of our environment belongs to the Wayland session of our environment.
Status use_session(ChildCommand& command, const std::string& display) {
  const Result<std::string> session = read_file(bridge_session_file(display));
  if (!session.ok()) return session.error();
  command.environment = {{"WAYLAND_DISPLAY", session.value()}};
  if (session.value() != environment("WAYLAND_DISPLAY")) command.withheld.emplace_back("DISPLAY");
  return Done{};
}

// Our environment without API keys. For an X11 display, toolkits must not choose Wayland.
Status set_environment(ChildCommand& command, Session session, const std::string& display) {
  command.withheld = key_variables("");
  if (session == Session::wayland) return use_session(command, display);
  command.withheld.emplace_back("WAYLAND_DISPLAY");
  command.environment = {{"GDK_BACKEND", "x11"}, {"QT_QPA_PLATFORM", "xcb"}};
  if (!display.empty()) command.environment.emplace_back("DISPLAY", display);
  return Done{};
}

std::string home_folder() {
  std::string home = environment("HOME").value_or("");
  std::error_code code;
  return std::filesystem::is_directory(home, code) ? home : "/";
}

class ProgramLauncher : public Launcher {
 public:
  ProgramLauncher(Session session, std::string display, std::vector<std::string> prefix)
      : session_(session), display_(std::move(display)), prefix_(std::move(prefix)) {}

  Result<std::string> launch(std::string_view line) override {
    const Result<std::vector<std::string>> read = command_words(line);
    if (!read.ok()) return read.error();
    const std::vector<std::string>& words = read.value();
    const std::string named = quote_json(cut_text(printable(words.front()), kMaxProgramShown));
    // With a prefix, only the prefix program would notice later, when its error is not read.
    if (find_program(words.front()).empty()) return Error{"there is no program " + named};
    std::vector<std::string> all = prefix_;
    all.insert(all.end(), words.begin(), words.end());
    ChildCommand command;
    command.program = find_program(all.front());
    if (command.program.empty()) return Error{"there is no program " + quote_json(all.front())};
    command.arguments.assign(all.begin() + 1, all.end());
    command.folder = home_folder();
    if (const Status set = set_environment(command, session_, display_); !set.ok())
      return Error{named + " could not be started: " + set.error().message};
    const auto started = start_watched_program(command, kLaunchWatched);
    if (!started.ok()) return Error{named + " could not be started: " + started.error().message};
    const std::optional<ChildOutcome>& end = started.value();
    if (!end) return std::string();
    LastLines last;
    last.add_all(end->errors);
    const std::string how = last.after(named + " " + describe(end->end, kLaunchWatched));
    if (!end->end.ok()) return Error{how};
    return how + "; a window of it is there only if it was running already";
  }

 private:
  Session session_;
  std::string display_;
  std::vector<std::string> prefix_;
};
}  // namespace

std::unique_ptr<Launcher> make_x11_launcher(std::string display, std::vector<std::string> prefix) {
  return std::make_unique<ProgramLauncher>(Session::x11, std::move(display), std::move(prefix));
}

std::unique_ptr<Launcher> make_wayland_launcher(std::string display,
                                                std::vector<std::string> prefix) {
  return std::make_unique<ProgramLauncher>(Session::wayland, std::move(display), std::move(prefix));
}
}  // namespace franz::executor
