#include "common/desktop/bridge_start_app.h"
#include <utility>
#include "common/desktop/bridge_setup_app.h"

namespace franz {
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
  const std::string& panic_key = options.setup.panic_key;
  if (panic_key.empty()) return bridge;
  if (screen.no_panic_key().empty()) {
    const std::string& bound = screen.panic_key();
    say(false, (bound.empty() ? panic_key
                              : "the panic key is bound as \"" + bound +
                                    "\" (asked for: " + panic_key + "); it") +
                   " stops all input at once");
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
