#pragma once
// Screens that a program of ours must connect to, as [surface] display names them: a VNC server's,
// and a Wayland session's, by its WAYLAND_DISPLAY:
//   vnc://HOST   vnc://HOST:PORT   vnc://[::1]:5901   wayland-1
#include <cstdint>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
inline constexpr std::string_view kVncScheme = "vnc://", kWaylandPrefix = "wayland-";
inline constexpr std::uint16_t kVncPort = 5900;  // RFC 6143 §1

struct VncAddress {
  std::string host;  // a name or address; IPv6 without brackets
  std::uint16_t port = kVncPort;
  friend bool operator==(const VncAddress&, const VncAddress&) = default;
};

// Failure: what is wrong, to follow the text. A user or a password in the address is refused, since
// every program can read a command line.
Result<VncAddress> parse_vnc_address(std::string_view text);
std::string to_string(const VncAddress& address);  // vnc://HOST:PORT
}  // namespace franz
