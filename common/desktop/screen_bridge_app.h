#pragma once
// Keeps the screen bridge of a run (common/wire/bridge_messages.h): starts the program that
// connects to the screen, starts it again if it crashes, and reports lost connections. Linux only;
// elsewhere start() fails with a message.
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"
#include "common/wire/bridge_messages.h"
#include "common/wire/control_messages.h"

namespace franz {
// The program beside ours that connects to VNC servers.
inline constexpr const char* kVncBridge = "vnc_bridge";
// The program beside ours that connects to the person's Wayland session.
inline constexpr const char* kWaylandBridge = "wayland_bridge";
// The same for a session whose desktop lets programs see and operate it by its portal only.
inline constexpr const char* kPortalBridge = "portal_bridge";

struct ScreenBridgeOptions {
  std::string program;         // kVncBridge, kWaylandBridge or kPortalBridge; or a path, for tests
  std::string screen = "vnc";  // the kind of the screen, by its name in screen_facts.h
  BridgeSetup setup;           // start() chooses the socket
  std::vector<std::string> secrets = {};  // names of variables that the program does not receive
  // Where the person set setup.panic_key, for people: the screen must report it then. Empty: it is
  // a default.
  std::string panic_key_source = {};
};

// Called on the bridge's own thread, never during start() or destruction. `lost` is called again
// with each other reason, up to ten times, until `back`. If trying again is useless, the reason
// says so, and the program is not started again.
struct ScreenBridgeEvents {
  std::function<void(const std::string& text)> lost;  // one line for people
  std::function<void()> back;
  // A panic or a resume: the person at the screen stops all input, or allows it again. Empty: this
  // is ignored.
  std::function<void(const ControlCommand& command)> command = {};
  // The bridge waits for a person before there is a connection; `text`: what they should do. Called
  // by start(), on its thread; later such a wait is a loss. Empty: this is ignored.
  std::function<void(const std::string& text)> asking = {};
  // The connection is back, and the panic key is another one than before, or there is none: what
  // BridgeEvent says of them. Empty: this is ignored.
  std::function<void(const std::string& no_panic_key, const std::string& panic_key)>
      panic_key_changed = {};
};

// Why a run cannot use the screen behind the bridge of that name now, and what happens next; empty:
// it can. Blocks until the bridge answers.
std::string screen_trouble(const std::string& display);

// The size of the screen behind the bridge of that name now. Blocks until the bridge answers, for
// some seconds at most. Failure: why the screen cannot be used.
Result<Size> bridged_size(const std::string& display);

class ScreenBridge {
 public:
  // Connects; takes up to some seconds, and as long as a person takes that the bridge asks.
  // Failure: one line for people, with the next step: the program
  // is missing, the server cannot be reached, it wants a password, or refused it. `stop_asked`:
  // true ends the attempt within a second or two.
  static Result<std::unique_ptr<ScreenBridge>> start(const ScreenBridgeOptions& options,
                                                     ScreenBridgeEvents events,
                                                     const std::function<bool()>& stop_asked = {});
  // Ends the connection and removes the socket. Do not call from an event.
  ~ScreenBridge();
  ScreenBridge(const ScreenBridge&) = delete;
  ScreenBridge& operator=(const ScreenBridge&) = delete;

  // The display's name for our programs: see kBridgePrefix in bridge_connection.h.
  const std::string& name() const;
  Size size() const;  // when it was connected last
  // Of the first connection:
  const std::string& server() const;        // the name that the server gives its screen, printable
  const std::string& security() const;      // how the connection is protected, for people
  const std::string& no_panic_key() const;  // as in BridgeEvent
  const std::string& panic_key() const;     // as in BridgeEvent

 private:
  struct Parts;
  explicit ScreenBridge(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};
}  // namespace franz
