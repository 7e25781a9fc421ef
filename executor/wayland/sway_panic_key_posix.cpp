#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>
#include <vector>
#include "common/os/paths.h"
#include "common/os/posix_support.h"
#include "executor/wayland/sway_keys.h"
#include "executor/wayland/sway_panic_key.h"

namespace franz::executor {
namespace {
constexpr int kSwayPatienceS = 3;                   // for the answer to a command
constexpr std::uint32_t kMaxSwayPayload = 1 << 20;  // an event about a workspace lists its windows

struct SwayMessageRead {
  SwayMessage type = SwayMessage::run_command;
  std::string payload;
};

std::optional<ucred> peer_of(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
  return peer;
}

// Where sway may listen: sway names its socket for its user and process, unless SWAYSOCK named it
// before sway was started.
std::vector<std::string> socket_paths(const ucred& sway, const std::string& session) {
  const std::string folder = session.starts_with('/') ? session.substr(0, session.rfind('/'))
                                                      : environment("XDG_RUNTIME_DIR").value_or("");
  std::vector<std::string> paths{folder + "/sway-ipc." + std::to_string(sway.uid) + "." +
                                 std::to_string(sway.pid) + ".sock"};
  if (const auto named = environment("SWAYSOCK")) paths.push_back(*named);
  return paths;
}

// Not ok: there is no socket, or another process than `sway` listens there.
Descriptor connected_socket(const std::string& path, const ucred& sway) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return Descriptor();
  path.copy(&address.sun_path[0], path.size());
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.ok()) return socket;
  // The address's type is that of the system's interface.
  if (::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return Descriptor();
  const std::optional<ucred> listening = peer_of(socket.number());
  if (!listening || listening->pid != sway.pid || listening->uid != sway.uid) return Descriptor();
  return socket;
}

std::optional<std::string> read_bytes(int socket, std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t filled = 0;
  while (filled < count) {
    const ssize_t got = ::read(socket, bytes.data() + filled, count - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

// Nothing: the connection ended, or the patience.
std::optional<SwayMessageRead> read_message(int socket) {
  const std::optional<std::string> bytes = read_bytes(socket, kSwayHeader);
  const std::optional<SwayHeader> header = bytes ? read_sway_header(*bytes) : std::nullopt;
  if (!header || header->size > kMaxSwayPayload) return std::nullopt;
  std::optional<std::string> payload = read_bytes(socket, header->size);
  if (!payload) return std::nullopt;
  return SwayMessageRead{header->type, *std::move(payload)};
}

bool set_patience(int socket, int seconds) {
  const timeval limit{seconds, 0};
  return ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0 &&
         ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) == 0;
}

// Whether sway did what the message asks for.
bool ask_sway(int socket, SwayMessage type, std::string_view payload) {
  if (!write_all(socket, sway_message(type, payload))) return false;
  const std::optional<SwayMessageRead> answer = read_message(socket);
  return answer && answer->type == type && has_succeeded(answer->payload);
}

struct MeantKeys {
  SwayKeys keys;
  SwayPanicKey::Meaning meaning;
};

bool bind_all(int socket, const std::vector<MeantKeys>& keys) {
  return std::ranges::all_of(keys, [&](const MeantKeys& each) {
    return ask_sway(socket, SwayMessage::run_command, bind_command(each.keys));
  });
}

// Keys that are not bound stay so.
void unbind_all(int socket, const std::vector<MeantKeys>& keys) {
  for (const MeantKeys& each : keys)
    ask_sway(socket, SwayMessage::run_command, unbind_command(each.keys));
}

class WatchedPanicKey : public SwayPanicKey {
 public:
  WatchedPanicKey(Descriptor commands, Descriptor events, std::vector<MeantKeys> keys,
                  std::function<void(Meaning)> pressed)
      : commands_(std::move(commands)),
        events_(std::move(events)),
        keys_(std::move(keys)),
        pressed_(std::move(pressed)),
        thread_([this] { read_events(); }) {}

  ~WatchedPanicKey() override {
    ::shutdown(events_.number(), SHUT_RDWR);
    thread_.join();
    unbind_all(commands_.number(), keys_);
  }

 private:
  // Until the connection ends: by the destructor, or because the session ended.
  void read_events() {
    while (const std::optional<SwayMessageRead> event = read_message(events_.number())) {
      for (const MeantKeys& each : keys_)
        if (event->type == SwayMessage::binding_event && are_pressed(each.keys, event->payload))
          pressed_(each.meaning);
      if (may_lack_binding(event->type, event->payload)) bind_all(commands_.number(), keys_);
    }
  }

  Descriptor commands_, events_;
  std::vector<MeantKeys> keys_;
  std::function<void(Meaning)> pressed_;
  std::thread thread_;  // last: it uses the others
};
}  // namespace

Result<std::unique_ptr<SwayPanicKey>> SwayPanicKey::watch(int compositor,
                                                          const std::string& session,
                                                          const std::string& combination,
                                                          std::function<void(Meaning)> pressed) {
  const Result<SwayKeys> panic = panic_keys(combination);
  if (!panic.ok()) return panic.error();
  std::vector<MeantKeys> keys{{panic.value(), Meaning::panic},
                              {resume_keys(panic.value()), Meaning::resume}};
  const std::optional<ucred> sway = peer_of(compositor);
  Descriptor commands, events;
  if (sway && sway->pid > 0)
    for (const std::string& path : socket_paths(*sway, session)) {
      commands = connected_socket(path, *sway);
      if (!commands.ok()) continue;
      events = connected_socket(path, *sway);
      break;
    }
  if (!events.ok()) return Error{"the compositor reports no keys, as only sway does"};
  for (const Descriptor* const each : {&commands, &events})
    if (!set_patience(each->number(), kSwayPatienceS)) return Error{std::strerror(errno)};
  const bool watches =
      ask_sway(events.number(), SwayMessage::subscribe, R"(["binding","mode","workspace"])") &&
      bind_all(commands.number(), keys) && set_patience(events.number(), 0);
  if (!watches) {
    unbind_all(commands.number(), keys);
    return Error{"sway does not report " + combination};
  }
  return std::unique_ptr<SwayPanicKey>(std::make_unique<WatchedPanicKey>(
      std::move(commands), std::move(events), std::move(keys), std::move(pressed)));
}
}  // namespace franz::executor
