#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include "common/desktop/wayland_offers.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/posix_support.h"

namespace franz {
namespace {
// The requests wl_display.get_registry, as object 2, and wl_display.sync, as object 3, in the order
// of the machine's bytes. Source: the Wayland protocol, "Wire Format" and wl_display.
constexpr std::uint32_t kRegistry = 2, kSync = 3;
constexpr std::array<std::uint32_t, 6> kRequests{1, 12U << 16U | 1U, kRegistry,
                                                 1, 12U << 16U | 0U, kSync};
constexpr std::size_t kHeader = 8, kMostOffered = 1UL << 20U;
constexpr const char* kNeeded[] = {"zwlr_screencopy_manager_v1", "zwlr_virtual_pointer_manager_v1",
                                   "zwp_virtual_keyboard_manager_v1"};

std::uint32_t number_at(const std::string& bytes, std::size_t place) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + place, sizeof number);
  return number;
}

Descriptor connect_to(const std::string& display) {
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const std::string path = join_path(environment("XDG_RUNTIME_DIR").value_or(""), display);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return Descriptor();
  path.copy(address.sun_path, path.size());
  const timeval limit{1, 0};
  for (const int direction : {SO_RCVTIMEO, SO_SNDTIMEO})
    ::setsockopt(socket.number(), SOL_SOCKET, direction, &limit, sizeof limit);
  if (::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return Descriptor();
  return socket;
}

// The names of what the compositor offers; nothing: it does not answer.
std::optional<std::set<std::string>> offered_by(int socket) {
  if (!write_all(socket, {reinterpret_cast<const char*>(kRequests.data()), sizeof kRequests}))
    return {};
  std::set<std::string> names;
  std::string received;
  std::array<char, 4096> piece;
  for (std::size_t taken = 0; taken < kMostOffered;) {
    const ssize_t count = ::recv(socket, piece.data(), piece.size(), 0);
    if (count <= 0) return {};
    received.append(piece.data(), static_cast<std::size_t>(count));
    taken += static_cast<std::size_t>(count);
    while (received.size() >= kHeader) {
      const std::uint32_t object = number_at(received, 0), length = number_at(received, 4) >> 16U;
      if (length < kHeader) return {};
      if (received.size() < length) break;
      if (object == kSync) return names;
      // wl_registry.global: a number, the name with its length, the version.
      if (object == kRegistry && length > kHeader + 8) {
        const std::uint32_t size = std::min(number_at(received, 12), length - 16);
        names.insert(received.substr(16, size == 0 ? 0 : size - 1));
      }
      received.erase(0, length);
    }
  }
  return {};
}
}  // namespace

bool needs_portal(const std::string& display) {
  if (display.empty()) return false;
  const Descriptor socket = connect_to(display);
  const auto offered = socket.ok() ? offered_by(socket.number()) : std::nullopt;
  return offered &&
         !std::ranges::all_of(kNeeded, [&](const char* name) { return offered->contains(name); });
}
}  // namespace franz
