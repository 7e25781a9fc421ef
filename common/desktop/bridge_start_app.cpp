#include "common/desktop/bridge_start_app.h"
#include <utility>
#include "common/desktop/bridge_setup_app.h"

namespace franz {
static constexpr const char* kStopOtherwise = "; stop a run with Ctrl-C or the page's red button";

Result<std::unique_ptr<ScreenBridge>> start_screen_bridge(
    const ScreenBridgeOptions& options,
    const std::function<void(bool is_warning, const std::string& text)>& say, OnPanic panic,
    const std::function<bool()>& stop_asked) {
  const std::string address = screen_address(options.setup);
  say(false, "connecting to " + address);
  ScreenBridgeEvents events;
  // A run pauses by itself when it needs the screen.
  events.lost = [say, address](const std::string& text) {
    say(true, "the connection to " + address + " is lost: " + text);
  };
  events.back = [say, address] { say(false, "the connection to " + address + " is back"); };
  events.panic = std::move(panic);
  events.asking = [say, address](const std::string& text) { say(true, address + ": " + text); };
  auto bridge = ScreenBridge::start(options, std::move(events), stop_asked);
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
    say(true,
        "there is no panic key on " + address + ": " + screen.no_panic_key() + kStopOtherwise);
  } else {
    return Error{options.panic_key_source + ": " + screen.no_panic_key() + "; leave it out" +
                 kStopOtherwise};
  }
  return bridge;
}
}  // namespace franz
