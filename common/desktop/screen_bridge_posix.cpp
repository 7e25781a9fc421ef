#include <sys/un.h>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include "common/base/last_lines.h"
#include "common/base/printable.h"
#include "common/desktop/bridge_connection.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"

namespace franz {
using std::chrono::milliseconds;

static constexpr milliseconds kConnectMayTake{30'000};
static constexpr milliseconds kAskForStopEvery{100};    // whether a stop was asked for
static constexpr milliseconds kBridgeEndMayTake{1000};  // it releases what it holds down
static constexpr int kSizeMayTakeMs = 10'000;
static constexpr milliseconds kFirstPause{500}, kLongestPause{10'000};
static constexpr std::size_t kMaxLosses = 10;  // a server may cause a new reason each time

static std::string not_connected(const BridgeSetup& setup) {
  if (!setup.wayland.empty())
    return "no connection to the Wayland session " + setup.wayland +
           " after 30 s: see that its compositor runs and answers; `proxy doctor` says what it "
           "offers";
  return "no connection to the VNC server " + setup.host + ", port " + std::to_string(setup.port) +
         ", after 30 s: see that it runs and that nothing on the way holds its messages back; "
         "`proxy doctor --screen` tests the connection";
}

// A bridge program that runs, and what it has reported.
struct ScreenBridge::Parts {
  ScreenBridgeOptions options;
  ScreenBridgeEvents events;
  std::unique_ptr<TemporaryFolder> folder;
  std::string name, server, security, no_panic_key, panic_key;  // constant after start()

  mutable std::mutex mutex;
  std::condition_variable changed;
  Size size;
  std::deque<BridgeEvent> reports;  // which keep_running() has not taken
  std::optional<std::string> end;   // how the program ended; nothing: it runs
  LastLines error_lines;
  std::string refusal;        // the reason that the program gave for its end; empty: none
  bool is_connected = false;  // the program that runs has been
  std::string asking;         // what it asks a person for; empty: it asked nothing
  bool was_ready = false;
  // no_panic_key and panic_key that were reported last.
  std::pair<std::string, std::string> key_now;
  // What was reported to the caller since the screen was last there; empty: it is there.
  std::set<std::string> losses;
  bool may_report = false;       // start() has returned
  std::optional<Error> failure;  // of start()
  bool stopping = false;
  std::thread thread;  // children are tied to it

  ~Parts();
  // The wait of start(); afterwards events are reported.
  Status wait_for_connection(const std::function<bool()>& stop_asked);
  void keep_running();
  // Runs the program until it ends or `stopping`. Returns the reason of the end.
  std::string run_once();
  void take(std::unique_lock<std::mutex>& lock, const BridgeEvent& report);
  void tell_lost(std::unique_lock<std::mutex>& lock, const std::string& text);
  void tell_back(std::unique_lock<std::mutex>& lock);
  void tell_panic_key(std::unique_lock<std::mutex>& lock, const BridgeEvent& report);
  void tell_command(std::unique_lock<std::mutex>& lock, const ControlCommand& command);
  // Reports `refusal`, here and to screen_trouble().
  void give_up(std::unique_lock<std::mutex>& lock);
};

ScreenBridge::Parts::~Parts() {
  {
    const std::lock_guard lock(mutex);
    stopping = true;
  }
  changed.notify_all();
  if (thread.joinable()) thread.join();
}

void ScreenBridge::Parts::tell_lost(std::unique_lock<std::mutex>& lock, const std::string& text) {
  changed.wait(lock, [this] { return may_report || stopping; });
  if (stopping || losses.size() >= kMaxLosses || !losses.insert(text).second) return;
  lock.unlock();
  events.lost(text);
  lock.lock();
}

void ScreenBridge::Parts::tell_back(std::unique_lock<std::mutex>& lock) {
  if (std::exchange(losses, {}).empty() || stopping) return;
  lock.unlock();
  events.back();
  lock.lock();
}

void ScreenBridge::Parts::tell_panic_key(std::unique_lock<std::mutex>& lock,
                                         const BridgeEvent& report) {
  const std::pair key{in_one_line(report.no_panic_key), in_one_line(report.panic_key)};
  if (stopping || std::exchange(key_now, key) == key || !events.panic_key_changed) return;
  lock.unlock();
  events.panic_key_changed(key.first, key.second);
  lock.lock();
}

void ScreenBridge::Parts::tell_command(std::unique_lock<std::mutex>& lock,
                                       const ControlCommand& command) {
  changed.wait(lock, [this] { return may_report || stopping; });
  if (stopping || !events.command) return;
  lock.unlock();
  events.command(command);
  lock.lock();
}

// Contains the reason why a bridge was given up.
static std::string refusal_file(const std::string& socket) { return socket + ".refused"; }

void ScreenBridge::Parts::give_up(std::unique_lock<std::mutex>& lock) {
  std::string text = refusal + "; FRANZ does not try again";
  const Status kept = replace_file(refusal_file(options.setup.socket), text, Durability::buffered);
  if (!kept.ok()) text += " (" + kept.error().message + ")";
  losses.clear();  // this reason is reported in any case
  tell_lost(lock, text);
}

void ScreenBridge::Parts::take(std::unique_lock<std::mutex>& lock, const BridgeEvent& report) {
  switch (report.kind) {
    case BridgeEvent::Kind::ready:
    case BridgeEvent::Kind::back:
      size = report.size;
      is_connected = true;
      if (was_ready) {
        tell_back(lock);
        return tell_panic_key(lock, report);
      }
      server = in_one_line(report.server);
      security = in_one_line(report.security);
      no_panic_key = in_one_line(report.no_panic_key);
      panic_key = in_one_line(report.panic_key);
      key_now = {no_panic_key, panic_key};
      was_ready = true;
      changed.notify_all();
      break;
    case BridgeEvent::Kind::lost:
      if (was_ready) tell_lost(lock, in_one_line(report.text));
      break;
    case BridgeEvent::Kind::refused:  // the program ends
      refusal = in_one_line(report.text);
      break;
    case BridgeEvent::Kind::asking:
      asking = in_one_line(report.text);
      changed.notify_all();
      if (was_ready) tell_lost(lock, asking);
      break;
    case BridgeEvent::Kind::panic:
      tell_command(lock,
                   {ControlCommand::Kind::panic, in_one_line(report.text), PauseCause::panic});
      break;
    case BridgeEvent::Kind::resume: tell_command(lock, {ControlCommand::Kind::resume}); break;
  }
}

std::string ScreenBridge::Parts::run_once() {
  const std::string program = join_path(executable_folder(), options.program);
  ChildCommand command{program, {}, {}, "", options.secrets};
  command.end_patience = kBridgeEndMayTake;
  command.asked_when_we_die = true;
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this](std::string_view line) {
    Result<BridgeEvent> event = parse_bridge_event(line);
    const std::lock_guard lock(mutex);
    if (event.ok()) {
      reports.push_back(std::move(event).value());
    } else {
      error_lines.add(event.error().message);
    }
    changed.notify_all();
  };
  handlers.on_error_line = [this](std::string_view line) {
    const std::lock_guard lock(mutex);
    error_lines.add(line);
  };
  handlers.on_end = [this](const ChildEnd& ended) {
    const std::lock_guard lock(mutex);
    end = describe(ended, milliseconds(0));
    changed.notify_all();
  };
  {
    const std::lock_guard lock(mutex);
    end.reset();
    error_lines = {};
    refusal.clear();
    is_connected = false;
    asking.clear();
  }
  // A killed program leaves its socket, at which the next one could not listen.
  if (const Status free = remove_file(options.setup.socket); !free.ok())
    return free.error().message;
  auto child = ChildProcess::start(command, std::move(handlers));
  if (!child.ok()) return options.program + " could not be started: " + child.error().message;
  options.setup.again = was_ready;
  child.value()->write_line(to_json(options.setup));
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [this] { return !reports.empty() || end || stopping; });
    if (stopping) break;
    if (reports.empty()) break;
    const BridgeEvent report = std::move(reports.front());
    reports.pop_front();
    take(lock, report);
  }
  std::string why = refusal;
  if (!stopping && why.empty()) why = options.program + " " + error_lines.after(*end);
  lock.unlock();
  child.value().reset();  // no handler is called after this
  lock.lock();
  reports.clear();
  return why;
}

void ScreenBridge::Parts::keep_running() {
  milliseconds pause = kFirstPause;
  for (;;) {
    const auto began = std::chrono::steady_clock::now();
    const std::string why = run_once();
    std::unique_lock lock(mutex);
    if (stopping) return;
    if (!was_ready) {
      failure = Error{why};
      changed.notify_all();
      return;
    }
    // Only the first attempt of a program is also refused when another may succeed. A person is not
    // asked again.
    if ((is_connected || !asking.empty()) && !refusal.empty()) return give_up(lock);
    tell_lost(lock, why);
    if (std::chrono::steady_clock::now() - began > kLongestPause) pause = kFirstPause;
    if (changed.wait_for(lock, pause, [this] { return stopping; })) return;
    pause = std::min(2 * pause, kLongestPause);
  }
}

Result<Size> bridged_size(const std::string& display) {
  if (const auto refusal = read_file(refusal_file(bridge_socket(display))); refusal.ok())
    return Error{refusal.value()};
  const auto bridge = BridgeConnection::open(display, kSizeMayTakeMs);
  if (!bridge.ok()) return bridge.error();
  const auto answer = bridge.value()->ask({.kind = BridgeRequest::Kind::size});
  if (!answer.ok()) return answer.error();
  return answer.value().size;
}

std::string screen_trouble(const std::string& display) {
  const auto refusal = read_file(refusal_file(bridge_socket(display)));
  if (refusal.ok())
    return refusal.value() + ": correct this, end the run, and continue it with --resume";
  const std::string goes_on = "; the run goes on by itself when the screen is back";
  const auto bridge = BridgeConnection::open(display);
  if (!bridge.ok()) return bridge.error().message + goes_on;
  const auto answer = bridge.value()->ask({.kind = BridgeRequest::Kind::size});
  return answer.ok() ? "" : answer.error().message + goes_on;
}

Status ScreenBridge::Parts::wait_for_connection(const std::function<bool()>& stop_asked) {
  const auto until = std::chrono::steady_clock::now() + kConnectMayTake;
  std::string asked;
  std::unique_lock lock(mutex);
  while (!was_ready && !failure) {
    if (stop_asked && stop_asked()) return Error{"stopped before there was a connection"};
    if (asked != asking) {
      asked = asking;
      if (events.asking) events.asking(asked);
    }
    // A person may take as long as they like.
    if (asked.empty() && std::chrono::steady_clock::now() > until)
      return Error{not_connected(options.setup)};
    changed.wait_for(lock, kAskForStopEvery);
  }
  if (failure) return *failure;
  may_report = true;
  return Done{};
}

static Error no_program(const std::string& program) {
  const char* const packages = program == kVncBridge ? "libvncserver-dev"
                               : program == kPortalBridge
                                   ? "libglib2.0-dev, libpipewire-0.3-dev, libxkbcommon-dev"
                                   : "libwayland-dev";
  return Error{"this build has no " + program + ": install " + packages + " and build again"};
}

Result<std::unique_ptr<ScreenBridge>> ScreenBridge::start(const ScreenBridgeOptions& options,
                                                          ScreenBridgeEvents events,
                                                          const std::function<bool()>& stop_asked) {
  if (!file_exists(join_path(executable_folder(), options.program)))
    return no_program(options.program);
  auto parts = std::make_unique<Parts>();
  parts->options = options;
  parts->events = std::move(events);
  auto folder = TemporaryFolder::make("screen");
  if (!folder.ok()) return folder.error();
  parts->folder = std::move(folder).value();
  std::string& socket = parts->options.setup.socket;
  socket = join_path(parts->folder->path(), "s");
  if (socket.size() >= sizeof(sockaddr_un{}.sun_path))
    return Error{socket + ": is too long for a socket; set TMPDIR to a shorter path"};
  parts->name = std::string(kBridgePrefix) + options.screen + ":" + socket;
  if (!options.setup.wayland.empty())
    if (const Status kept = replace_file(bridge_session_file(parts->name), options.setup.wayland,
                                         Durability::buffered);
        !kept.ok())
      return kept.error();
  parts->thread = std::thread([&running = *parts] { running.keep_running(); });
  if (const Status connected = parts->wait_for_connection(stop_asked); !connected.ok())
    return connected.error();
  parts->changed.notify_all();
  return std::unique_ptr<ScreenBridge>(new ScreenBridge(std::move(parts)));
}

ScreenBridge::ScreenBridge(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ScreenBridge::~ScreenBridge() = default;
const std::string& ScreenBridge::name() const { return parts_->name; }
Size ScreenBridge::size() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->size;
}
const std::string& ScreenBridge::server() const { return parts_->server; }
const std::string& ScreenBridge::security() const { return parts_->security; }
const std::string& ScreenBridge::no_panic_key() const { return parts_->no_panic_key; }
const std::string& ScreenBridge::panic_key() const { return parts_->panic_key; }
}  // namespace franz
