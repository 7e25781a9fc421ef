#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/last_lines.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/confinement.h"
#include "common/desktop/display_look.h"
#include "common/desktop/display_look_x11.h"
#include "common/desktop/manager_rules.h"
#include "common/desktop/mounted_processes.h"
#include "common/desktop/private_display_app.h"
#include "common/desktop/wayland_offers.h"
#include "common/desktop/xauthority.h"
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/find_program.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"

namespace franz {
namespace fs = std::filesystem;
using std::chrono::milliseconds;

static constexpr milliseconds kStartMayTake{20'000};  // for a machine under load
static constexpr milliseconds kServerEndMayTake{1000};
static constexpr int kProgramsEndMayTake_ms = 5000;
static constexpr milliseconds kFilesMayBeBusy{500};   // for programs that are being killed
static constexpr std::size_t kMaxPrintedLine = 1000;  // bytes
static constexpr const char* kShell = "/bin/sh";
static constexpr std::string_view kReady = "windows are managed";
// Runs openbox with its arguments. Without it a click gives no window the keyboard focus, so after
// a crash or a kill (it exits with 0 at SIGTERM) it is started again, with increasing delays. Any
// other end also ends the script.
static constexpr const char* kManagerScript = R"(pause=1
while :; do
  openbox "$@"
  code=$?
  [ $code = 0 ] || [ $code -gt 128 ] || exit $code
  echo killed
  sleep $pause
  [ $pause -ge 60 ] || pause=$((2 * pause))
done)";
static constexpr std::string_view kManagerKilled = "killed";

std::vector<std::string> missing_display_programs(bool show) {
  std::vector<std::string> missing;
  for (const char* const name : {show ? "Xephyr" : "Xvfb", "openbox", "bwrap"})
    if (find_program(name).empty()) missing.emplace_back(name);
  return missing;
}

Status try_confinement() {
  const std::string bwrap = find_program("bwrap");
  if (bwrap.empty()) return Error{"bwrap is not installed"};
  const ChildCommand command{bwrap,
                             {"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
                              "--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts",
                              "--cap-drop", "ALL", "--die-with-parent", "--", kShell, "-c", ":"},
                             {},
                             ""};
  const ChildOutcome outcome = run_child(command, "", kStartMayTake);
  if (outcome.end.ok()) return Done{};
  const std::string words(trimmed(outcome.errors));
  return Error{words.empty() ? "bwrap " + describe(outcome.end, kStartMayTake) : words};
}

DisplayFacts display_facts(bool under_proxy) {
  const std::string own_wayland = environment("WAYLAND_DISPLAY").value_or("");
  const bool wayland =
      !own_wayland.empty() || environment("XDG_SESSION_TYPE").value_or("") == "wayland";
  return {false,
          wayland,
          under_proxy,
          environment("DISPLAY").value_or(""),
          own_wayland,
          true,
          needs_portal(own_wayland)};
}

namespace {
// A value that is set once and waited for.
class StartAnswer {
 public:
  void give(std::string text) {
    const std::lock_guard lock(mutex_);
    if (!text_) text_ = std::move(text);
    given_.notify_all();
  }
  // Nothing: it was not set in time.
  std::optional<std::string> wait() {
    std::unique_lock lock(mutex_);
    given_.wait_for(lock, kStartMayTake, [this] { return text_.has_value(); });
    return text_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  std::optional<std::string> text_;
};

// A program's last lines on standard error, and its end.
class LastWords {
 public:
  void line(std::string_view text) {
    const std::lock_guard lock(mutex_);
    lines_.add(text);
  }
  std::string with(const std::string& end) {
    const std::lock_guard lock(mutex_);
    return lines_.after(end);
  }

 private:
  std::mutex mutex_;
  LastLines lines_;
};
}  // namespace

struct PrivateDisplay::Parts {
  PrivateDisplayOptions options;
  PrivateDisplayEvents events;
  std::unique_ptr<TemporaryFolder> folder;
  std::string name, authority, cookie, why_not_confined;
  std::vector<std::string> prefix;
  std::string home;
  std::optional<Confinement> confined_by;  // nothing: programs cannot be confined
  int alive = -1;                          // the pipe's end that keeps confined programs alive
  // Ended in this order: the program first.
  std::unique_ptr<ChildProcess> server, manager, program;
  std::mutex mutex;
  bool ending = false;
  std::string program_end;  // empty: it runs, or there is none

  ~Parts();
  std::string path(std::string_view name_there) const {
    return join_path(folder->path(), std::string(name_there));
  }
  bool is_ending() {
    const std::lock_guard lock(mutex);
    return ending;
  }
  // The display exists and must stay.
  bool is_running() {
    const std::lock_guard lock(mutex);
    return !ending && !name.empty();
  }
  Status make_files();
  Status start_server();
  Status confine();
  Status start_manager();
  Status start_program();
  void end_confined();
  Result<std::unique_ptr<ChildProcess>> start_shown(
      const std::string& what, std::vector<std::string> words, bool confined,
      std::function<void(std::string_view)> on_line,
      std::function<void(bool as_usual, const std::string& how, const std::string& words)> on_end);
};

void PrivateDisplay::Parts::end_confined() {
  {
    const std::lock_guard lock(mutex);
    ending = true;
  }
  program.reset();
  if (alive >= 0) ::close(std::exchange(alive, -1));
  manager.reset();
}

PrivateDisplay::Parts::~Parts() {
  end_confined();
  server.reset();
  if (!folder) return;
  // Launched programs are being killed, and may still write.
  const std::int64_t until = steady_time_ms() + kFilesMayBeBusy.count();
  while (!remove_folder(folder->path()).ok() && steady_time_ms() < until)
    std::this_thread::sleep_for(milliseconds(10));
}

// Readable only by the owner, for any umask.
static Status write_private_file(const std::string& path, std::string_view bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return Error{path + ": " + std::system_category().message(errno)};
  const bool whole =
      ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  const int reason = errno;
  if (::close(file) == 0 && whole) return Done{};
  return Error{path + ": " + std::system_category().message(reason)};
}

static std::string random_bytes(std::size_t count) {
  const std::string digits = random_hex(2 * count);
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i)
    bytes += static_cast<char>(std::stoi(digits.substr(2 * i, 2), nullptr, 16));
  return bytes;
}

Status PrivateDisplay::Parts::make_files() {
  Result<std::unique_ptr<TemporaryFolder>> made = TemporaryFolder::make("display");
  if (!made.ok()) return made.error();
  folder = std::move(made).value();
  for (const char* const each : {"given", "home", "tmp"})
    if (const Result<bool> folder_made = make_new_folder(path(each)); !folder_made.ok())
      return folder_made.error();
  home = path("home");
  authority = path("given/" + std::string(kAuthorityName));
  cookie = random_bytes(kCookieBytes);
  if (Status written = write_private_file(authority, xauthority_file(cookie)); !written.ok())
    return written;
  return write_private_file(path("given/" + std::string(kManagerRulesName)), kManagerRules);
}

Status PrivateDisplay::Parts::start_server() {
  const std::string server_name = options.show ? "Xephyr" : "Xvfb";
  const std::string size =
      std::to_string(options.size.width) + "x" + std::to_string(options.size.height);
  ChildCommand command{find_program(server_name), {}, {}, "", options.secrets};
  const std::string dpi = std::to_string(display_dpi(options.size));
  command.arguments = {"-displayfd", "1",         "-screen", "0",        size + "x24", "-auth",
                       authority,    "-nolisten", "tcp",     "-noreset", "-dpi",       dpi};
  if (options.show) {
    command.arguments[3] = size;
    command.arguments.erase(command.arguments.begin() + 4);
    command.arguments.insert(command.arguments.end(), {"-title", "FRANZ: a private display"});
  }
  // It removes its socket when it is asked to end. With -displayfd it makes no lock.
  command.end_patience = kServerEndMayTake;
  const auto number = std::make_shared<StartAnswer>();
  const auto words = std::make_shared<LastWords>();
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [number](std::string_view line) { number->give(std::string(line)); };
  handlers.on_error_line = [words](std::string_view line) { words->line(line); };
  handlers.on_end = [this, number, words, server_name](const ChildEnd& end) {
    number->give("");
    if (is_running()) events.lost(server_name + " " + words->with(describe(end, milliseconds(0))));
  };
  auto started = ChildProcess::start(command, std::move(handlers));
  if (!started.ok()) return within(server_name, started.error());
  server = std::move(started).value();
  const std::optional<std::string> line = number->wait();
  if (!line) return Error{server_name + ": no display after 20 s"};
  if (line->empty()) return Error{server_name + ": " + words->with("it ended at once")};
  if (const Status looks = set_display_look(":" + *line, cookie, options.size); !looks.ok())
    return looks;
  const std::lock_guard lock(mutex);
  name = ":" + *line;
  return Done{};
}

// The person's home, without links; empty: there is none that could be hidden.
static std::string home_folder() {
  std::string home = environment("HOME").value_or("");
  if (home.empty()) {
    const passwd* const person = ::getpwuid(::geteuid());
    if (person != nullptr) home = person->pw_dir;
  }
  std::error_code code;
  const fs::path real = fs::canonical(home, code);
  const bool is_folder = !code && fs::is_directory(real, code) && real.has_relative_path();
  return is_folder ? real.string() : "";
}

static bool is_below(const std::string& path, const std::string& folder) {
  return !folder.empty() && path.starts_with(folder + "/");
}

// Programs see the folder that we were started in, and their own, wherever these are.
static void show_what_is_needed(Confinement& confinement, const std::string& program,
                                bool in_home) {
  std::error_code code;
  const std::string here = fs::current_path(code).string();
  const bool at_home = in_home || code || here == confinement.home_seen || here == "/tmp";
  confinement.working_folder = at_home ? confinement.home_seen : here;
  if (!at_home && is_hidden(confinement, here)) confinement.shown.push_back(here);
  if (program.empty()) return;
  const std::string path = fs::canonical(find_program(program), code).string();
  if (!code && is_hidden(confinement, path) && !is_below(path, here))
    confinement.shown.push_back(path);
}

Status PrivateDisplay::Parts::confine() {
  if (const Status works = try_confinement(); !works.ok()) {
    why_not_confined = works.error().message;
    return Done{};
  }
  Confinement confinement;
  confinement.bwrap = find_program("bwrap");
  confinement.display = name;
  confinement.given = path("given");
  confinement.home = home;
  confinement.temporary = path("tmp");
  confinement.root = ::geteuid() == 0;
  confinement.home_seen = home_folder();
  if (confinement.home_seen.empty()) confinement.home_seen = "/tmp/home";
  show_what_is_needed(confinement, options.program.empty() ? "" : options.program.front(),
                      options.in_home);
  for (const std::string& each : options.emptied) {
    std::error_code code;
    const fs::path real = fs::canonical(each, code);
    if (!code && fs::is_directory(real, code)) confinement.emptied.push_back(real.string());
  }
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string variable(*each);
    const std::size_t equals = variable.find('=');
    if (is_variable_for_confined(variable.substr(0, equals)))
      confinement.environment.emplace_back(variable.substr(0, equals), variable.substr(equals + 1));
  }
  const std::string pipe = path("given/" + std::string(kAliveName));
  if (::mkfifo(pipe.c_str(), 0600) != 0)
    return Error{pipe + ": " + std::system_category().message(errno)};
  // Also for reading, so that the open does not block; no other reader is needed.
  alive = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (alive < 0) return Error{pipe + ": " + std::system_category().message(errno)};
  const std::string script = path("confine");
  if (Status written = write_private_file(script, confining_script(confinement)); !written.ok())
    return written;
  prefix = {kShell, script};
  confined_by = std::move(confinement);
  return Done{};
}

Status PrivateDisplay::end_programs() {
  parts_->end_confined();
  const std::string folder = fs::path(parts_->folder->path()).filename().string();
  const Status ended = end_processes_with_mount(folder, kProgramsEndMayTake_ms);
  if (!ended.ok()) return within("the private display", ended.error());
  // A program may have made its home unreadable.
  for (const std::string& each : {parts_->home, parts_->path("tmp")}) ::chmod(each.c_str(), 0700);
  return Done{};
}

std::vector<std::string> PrivateDisplay::reading_prefix() const {
  if (!parts_->confined_by) return {};
  std::vector<std::string> words = reading_words(*parts_->confined_by);
  words.insert(words.begin(), "/usr/bin/env");
  return words;
}

Result<std::unique_ptr<ChildProcess>> PrivateDisplay::Parts::start_shown(
    const std::string& what, std::vector<std::string> words, bool confined,
    std::function<void(std::string_view)> on_line,
    std::function<void(bool, const std::string&, const std::string&)> on_end) {
  if (confined) words.insert(words.begin(), prefix.begin(), prefix.end());
  ChildCommand command{find_program(words.front()),
                       {words.begin() + 1, words.end()},
                       {{"DISPLAY", name}, {"XAUTHORITY", authority}},
                       "",
                       options.secrets};
  command.withheld.emplace_back("WAYLAND_DISPLAY");
  const auto last = std::make_shared<LastWords>();
  ChildProcess::Handlers handlers;
  handlers.on_output_line = std::move(on_line);
  handlers.on_error_line = [last](std::string_view line) { last->line(line); };
  handlers.on_end = [this, last, what, on_end = std::move(on_end)](const ChildEnd& end) {
    const std::string how = describe(end, milliseconds(0));
    if (!is_ending()) on_end(end.ok(), what + " " + how, what + " " + last->with(how));
  };
  return ChildProcess::start(command, std::move(handlers));
}

Status PrivateDisplay::Parts::start_manager() {
  const bool confined = !prefix.empty();
  const std::string given = confined ? std::string(kGivenFolder) : path("given");
  const auto ready = std::make_shared<StartAnswer>();
  // It runs its start-up command once it manages windows.
  auto started = start_shown(
      "the window manager, openbox,",
      {kShell, "-c", kManagerScript, "openbox", "--sm-disable", "--config-file",
       given + "/" + std::string(kManagerRulesName), "--startup", "echo " + std::string(kReady)},
      confined,
      [this, ready, managed = false, killed = false](std::string_view line) mutable {
        if (line == kReady && !std::exchange(managed, true)) return ready->give("");
        if (line == kManagerKilled && !managed)
          return ready->give("the window manager, openbox, was killed, or crashed, at its start");
        if (is_ending()) return;
        if (line == kReady && std::exchange(killed, false))
          events.reported(true, "windows are managed again");
        if (line == kManagerKilled && !std::exchange(killed, true))
          events.reported(false, "the window manager, openbox, was killed; it is started again");
      },
      [this, ready](bool, const std::string&, const std::string& words) {
        ready->give(words);
        events.reported(false, words);
      });
  if (!started.ok()) return within("openbox", started.error());
  manager = std::move(started).value();
  const std::optional<std::string> failure = ready->wait();
  if (!failure) return Error{"openbox: it does not manage windows after 20 s"};
  if (!failure->empty()) return Error{*failure};
  return Done{};
}

Status PrivateDisplay::Parts::start_program() {
  if (options.program.empty()) return Done{};
  if (prefix.empty())
    return Error{"programs cannot be confined here (" + why_not_confined +
                 "), and none is started that is not: start it yourself on an X display that you "
                 "made, and name that, as [surface] display = :5"};
  auto started = start_shown(
      "the program " + printable(options.program.front()), options.program, true,
      [this, lines = 0](std::string_view line) mutable {
        if (lines++ < kMaxPrinted) events.printed(cut_text(printable(line), kMaxPrintedLine));
      },
      [this](bool as_usual, const std::string& how, const std::string& words) {
        {
          const std::lock_guard lock(mutex);
          program_end = words;
        }
        // Warnings of a toolkit are not reported after a successful run.
        events.reported(as_usual, as_usual ? how : words);
      });
  if (!started.ok()) return within(options.program.front(), started.error());
  program = std::move(started).value();
  return Done{};
}

Result<std::unique_ptr<PrivateDisplay>> PrivateDisplay::start(const PrivateDisplayOptions& options,
                                                              PrivateDisplayEvents events) {
  std::vector<std::string> missing = missing_display_programs(options.show);
  if (!missing.empty()) {
    std::string names;
    for (const std::string& each : missing) names += (names.empty() ? "" : ", ") + each;
    return Error{"a private display needs " + names + ", which " +
                 (missing.size() == 1 ? "is" : "are") + " not installed: " +
                 std::string(kDisplayPackages) + (options.show ? " xserver-xephyr" : "")};
  }
  if (options.show && environment("DISPLAY").value_or("").empty())
    return Error{"--show opens a window on your X display, and there is none: DISPLAY is not set"};
  if (!options.program.empty() && find_program(options.program.front()).empty())
    return Error{"there is no program " + printable(options.program.front())};
  auto parts = std::make_unique<Parts>();
  parts->options = options;
  parts->events = std::move(events);
  for (const auto step : {&Parts::make_files, &Parts::start_server, &Parts::confine,
                          &Parts::start_manager, &Parts::start_program})
    if (const Status done = (parts.get()->*step)(); !done.ok())
      return within("the private display", done.error());
  return std::unique_ptr<PrivateDisplay>(new PrivateDisplay(std::move(parts)));
}

PrivateDisplay::PrivateDisplay(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
PrivateDisplay::~PrivateDisplay() = default;
const std::string& PrivateDisplay::name() const { return parts_->name; }
std::string PrivateDisplay::program_end() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->program_end;
}
const std::string& PrivateDisplay::home() const { return parts_->home; }
const std::string& PrivateDisplay::authority() const { return parts_->authority; }
const std::vector<std::string>& PrivateDisplay::launch_prefix() const { return parts_->prefix; }
const std::string& PrivateDisplay::why_not_confined() const { return parts_->why_not_confined; }
}  // namespace franz
