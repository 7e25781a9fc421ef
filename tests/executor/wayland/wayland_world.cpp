#include "tests/executor/wayland/wayland_world.h"
#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include "common/os/files.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
constexpr std::chrono::seconds kPatience{60};

std::string joined_lines(const std::vector<std::string>& lines, std::size_t from = 0) {
  std::string text;
  for (std::size_t i = from; i < lines.size(); ++i) text += lines[i] + "\n";
  return text;
}
}  // namespace

WatchedProgram::WatchedProgram(const ChildCommand& command) {
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this](std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    changed_.notify_all();
  };
  handlers.on_error_line = [this](std::string_view line) {
    const std::lock_guard lock(mutex_);
    errors_ = line;
  };
  handlers.on_end = [this](const ChildEnd&) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  };
  auto started = ChildProcess::start(command, handlers);
  EXPECT_TRUE(started.ok()) << command.program;
  if (started.ok())
    child_ = std::move(started).value();
  else
    ended_ = true;
}

WatchedProgram::~WatchedProgram() { child_.reset(); }

std::string WatchedProgram::printed() {
  const std::lock_guard lock(mutex_);
  return joined_lines(lines_);
}

std::string WatchedProgram::output() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return ended_; });
  return ended_ ? joined_lines(lines_) : "(has not ended)";
}

std::string WatchedProgram::next_line(std::string_view containing) {
  std::unique_lock lock(mutex_);
  std::string found;
  const auto take = [&] {
    while (taken_ < lines_.size()) {
      const std::string& line = lines_[taken_++];
      if (line.find(containing) == line.npos) continue;
      found = line;
      return true;
    }
    return ended_;
  };
  changed_.wait_for(lock, kPatience, take);
  return found;
}

std::string WatchedProgram::errors() {
  const std::lock_guard lock(mutex_);
  return errors_;
}

bool WatchedProgram::has_ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

BridgeEvent next_event_of(WatchedProgram& bridge) {
  BridgeEvent none;
  none.kind = BridgeEvent::Kind::refused;
  none.text = "no event";
  const Result<BridgeEvent> event = parse_bridge_event(bridge.next_line("\"event\""));
  return event.ok() ? event.value() : none;
}

void give_to_ordinary_user(const std::string& folder) {
  if (::geteuid() != 0) return;
  const passwd* const account = ::getpwnam("nobody");
  ASSERT_NE(account, nullptr);
  EXPECT_EQ(::chown(folder.c_str(), account->pw_uid, account->pw_gid), 0);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    EXPECT_EQ(::chown(entry.path().c_str(), account->pw_uid, account->pw_gid), 0);
}

std::vector<std::string> as_ordinary_user(const std::string& program,
                                          const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  if (::geteuid() == 0)
    words = {"setpriv",        "--reuid=nobody", "--regid=nogroup",
             "--clear-groups", "--pdeathsig",    "KILL"};
  words.push_back(program);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

SwaySession::SwaySession(const std::string& settings, int outputs) : outputs_(outputs) {
  auto made = TemporaryFolder::make("sway");
  EXPECT_TRUE(made.ok());
  if (!made.ok()) return;
  folder_ = std::move(made).value();
  socket_ = folder_->path() + "/wayland-1";
  // The last line runs when sway has read the others.
  const std::string config =
      "xwayland disable\ndefault_border none\ndefault_floating_border none\n" + settings +
      "\nexec touch '" + folder() + "/started'\n";
  EXPECT_TRUE(write_new_file(folder() + "/config", config).ok());
  give_to_ordinary_user(folder());
  start();
}

void SwaySession::signal(int number) { ::kill(static_cast<pid_t>(sway_->pid()), number); }

SwaySession::~SwaySession() { sway_.reset(); }

void SwaySession::start() {
  sway_.reset();
  for (const char* const name : {"/started", "/wayland-1", "/wayland-1.lock"})
    std::filesystem::remove(folder() + name);
  sway_ = std::make_unique<WatchedProgram>(command("sway", {"-c", folder() + "/config"}));
  started_ = wait_until([&] {
               return sway_->has_ended() || std::filesystem::exists(folder() + "/started");
             }) &&
             !sway_->has_ended();
  EXPECT_TRUE(started_) << "sway: " << errors();
}

ChildCommand SwaySession::command(const std::string& program,
                                  const std::vector<std::string>& arguments) const {
  return {"/usr/bin/env",
          as_ordinary_user(program, arguments),
          {{"XDG_RUNTIME_DIR", folder()},
           {"HOME", folder()},
           {"WAYLAND_DISPLAY", "wayland-1"},
           {"WLR_BACKENDS", "headless"},
           {"WLR_RENDERER", "pixman"},
           {"WLR_LIBINPUT_NO_DEVICES", "1"},
           {"WLR_HEADLESS_OUTPUTS", std::to_string(outputs_)},
           {"GDK_BACKEND", "wayland"},
           {"GSETTINGS_BACKEND", "memory"},
           {"NO_AT_BRIDGE", "1"},
           {"SHELL", "/bin/sh"},
           {"LANG", "C.UTF-8"}},
          folder(),
          {"DISPLAY", "SWAYSOCK", "DBUS_SESSION_BUS_ADDRESS", "LC_ALL"}};
}

bool SwaySession::tell(const std::string& text) const {
  std::string ipc;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    if (entry.path().filename().string().starts_with("sway-ipc.")) ipc = entry.path().string();
  const ChildOutcome outcome = run_child(command("swaymsg", {"-s", ipc, text}), "", kPatience);
  return outcome.end.ok();
}

WaylandBridge::WaylandBridge(const std::string& display, const std::string& panic_key) {
  auto made = TemporaryFolder::make("screen");
  EXPECT_TRUE(made.ok());
  if (!made.ok()) return;
  folder_ = std::move(made).value();
  socket_ = folder_->path() + "/s";
  ChildCommand command{std::string(kBinDir) + "/wayland_bridge", {}, {}, ""};
  command.end_patience = std::chrono::seconds(10);
  program_ = std::make_unique<WatchedProgram>(command);
  BridgeSetup setup;
  setup.socket = socket_;
  setup.wayland = display;
  setup.panic_key = panic_key;
  program_->write_line(to_json(setup));
}

std::unique_ptr<BridgeConnection> WaylandBridge::connect() const {
  auto opened = BridgeConnection::open("bridge:wayland:" + socket_);
  return opened.ok() ? std::move(opened).value() : nullptr;
}

std::string outcome(const Result<BridgeAnswer>& answer) {
  if (answer.ok()) return "ok";
  switch (answer.error().code) {
    case ErrorCode::missing: return "missing: " + answer.error().message;
    case ErrorCode::lost: return "lost: " + answer.error().message;
    case ErrorCode::unfinished: return "unfinished: " + answer.error().message;
    default: return "failed: " + answer.error().message;
  }
}

std::string ask_all(BridgeConnection& bridge, const std::vector<std::string>& requests) {
  for (const std::string& line : requests) {
    const Result<BridgeRequest> request = parse_bridge_request(line);
    if (!request.ok()) return request.error().message;
    if (const std::string answered = outcome(bridge.ask(request.value())); answered != "ok")
      return answered;
  }
  return "ok";
}

std::vector<ListedWindow> listed_windows(BridgeConnection& bridge) {
  std::string lines;
  const Result<BridgeAnswer> answer = bridge.ask({.kind = BridgeRequest::Kind::windows}, &lines);
  EXPECT_EQ(outcome(answer), "ok");
  Result<std::vector<ListedWindow>> windows = parse_window_list(lines);
  EXPECT_TRUE(windows.ok());
  return windows.ok() ? windows.value() : std::vector<ListedWindow>{};
}

std::uint64_t wait_for_window(BridgeConnection& bridge, const std::string& app) {
  std::uint64_t id = 0;
  wait_until([&] {
    for (const ListedWindow& window : listed_windows(bridge))
      if (window.app == app && window.active) id = window.id;
    return id != 0;
  });
  return id;
}
}  // namespace franz::executor
