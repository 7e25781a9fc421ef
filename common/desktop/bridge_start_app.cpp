#include "common/desktop/bridge_start_app.h"
#include <utility>
#include "common/desktop/bridge_setup_app.h"

namespace franz {
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
  auto bridge = ScreenBridge::start(options, std::move(events), stop_asked);
  if (!bridge.ok()) return within(address, bridge.error());
  const ScreenBridge& screen = *bridge.value();
  say(false, "connected to " + address + ": " + screen.server() + ", " + size_text(screen.size()) +
                 (screen.security().empty() ? "" : ", " + screen.security()));
  return bridge;
}
}  // namespace franz
