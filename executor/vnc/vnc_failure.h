#pragma once
// Why a connection to a VNC server could not be made, or ended, and the next step.
#include <string>
#include "common/wire/bridge_messages.h"
#include "executor/vnc/vnc_security.h"

namespace franz::executor {
struct VncFailure {
  std::string text;       // one line for people, with the address
  bool is_final = false;  // trying again is useless
};

// What is known of the connection. Texts are printable.
struct VncConnectionFacts {
  bool is_local = false;         // the server is on this machine
  std::string refusal = {};      // what our side refused; empty: nothing
  bool stalled = false;          // the server took too long
  VncSecurity security = {};     // as far as it was negotiated
  bool asked = false;            // the server asked for a password or a user
  bool wants_user = false;       // for a user's name
  bool no_type = false;          // the server offered no security type that we accept
  bool refused = false;          // the server gave a reason and ended the connection
  std::string certificate = {};  // what is wrong with the server's; empty: nothing was found
  std::string last_line = {};    // of the library's log
};

// "10.0.0.5:5900", "[::1]:5901"
std::string server_address(const BridgeSetup& setup);

VncFailure explain_failure(const BridgeSetup& setup, const VncConnectionFacts& facts);
}  // namespace franz::executor
