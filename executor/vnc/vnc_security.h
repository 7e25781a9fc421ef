#pragma once
// Which ways of proving and protecting a VNC connection are accepted. Source of the numbers: RFC
// 6143 §8.1.2 and https://github.com/rfbproto/rfbproto, "Security Types" and "VeNCrypt".
#include <cstdint>
#include <string>
#include <vector>
#include "common/wire/bridge_messages.h"

namespace franz::executor {
struct VncSecurity {
  std::uint32_t type = 0;      // the security type; 0: not chosen yet
  std::uint32_t sub_type = 0;  // of VeNCrypt and TLS
};

// The server proves by a certificate who it is, and the connection is encrypted.
bool is_verified(VncSecurity security);

// What may be negotiated. `is_local`: the server is on this machine. In the server's order, the
// first of them is used.
std::vector<std::uint32_t> accepted_security_types(const BridgeSetup& setup, bool is_local);

// Whether the connection may be used, and may be given a user's name and a password.
bool is_accepted(VncSecurity security, const BridgeSetup& setup, bool is_local);

// For people: "certificate checked, VNC password".
std::string security_text(VncSecurity security);

// Why a server beyond this machine is refused, with the next step. `address`: HOST:PORT.
std::string refused_security(const std::string& address);
}  // namespace franz::executor
