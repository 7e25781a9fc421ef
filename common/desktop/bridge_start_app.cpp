#include "common/desktop/bridge_start_app.h"
#include <utility>
#include "common/desktop/bridge_setup_app.h"

namespace franz {
// What stops all input now, for people. `bound`: as in BridgeEvent.
static std::string panic_key_text(const std::string& asked_for, const std::string& bound) {
  const std::string key = bound.empty() ? asked_for
                                        : "the panic key is bound as \"" + bound +
                                              "\" (asked for: " + asked_for + "); it";
  return key + " stops all input at once";
}

Result<std::unique_ptr<ScreenBridge>> start_screen_bridge(const ScreenBridgeOptions& options,
                                                          const BridgeStartPorts& ports) {
  const std::string address = screen_address(options.setup);
  const auto& say = ports.say;
  say(false, "connecting to " + address);
  ScreenBridgeEvents events;
  // A run pauses by itself when it needs the screen.
  events.lost = [say, address](const std::string& text) {
    say(true, "the connection to " + address + " is lost: " + text);
  };
  events.back = [say, address] { say(false, "the connection to " + address + " is back"); };
  const std::string& panic_key = options.setup.panic_key;
  events.panic_key_changed = [say, address, panic_key, otherwise = ports.stop_otherwise](
                                 const std::string& none, const std::string& bound) {
    say(!none.empty(),
        none.empty() ? panic_key_text(panic_key, bound)
                     : "there is no panic key on " + address + " now: " + none + "; " + otherwise);
  };
  events.command = ports.command;
  events.asking = [&](const std::string& text) {
    say(true, address + ": " + text);
    if (ports.asking) ports.asking(text);
  };
  auto bridge = ScreenBridge::start(options, std::move(events), ports.stop_asked);
  if (!bridge.ok()) return within(address, bridge.error());
  const ScreenBridge& screen = *bridge.value();
  say(false, "connected to " + address + ": " + screen.server() + ", " + size_text(screen.size()) +
                 (screen.security().empty() ? "" : ", " + screen.security()));
  if (panic_key.empty()) return bridge;
  if (screen.no_panic_key().empty()) {
    say(false, panic_key_text(panic_key, screen.panic_key()));
  } else if (options.panic_key_source.empty()) {
    say(true, "there is no panic key on " + address + ": " + screen.no_panic_key() + "; " +
                  ports.stop_otherwise);
  } else {
    return Error{options.panic_key_source + ": " + screen.no_panic_key() + "; leave it out; " +
                 ports.stop_otherwise};
  }
  return bridge;
}
}  // namespace franz
