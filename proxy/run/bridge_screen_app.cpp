#include "proxy/run/bridge_screen_app.h"
#include <string>
#include <utility>
#include "common/desktop/bridge_setup_app.h"

namespace franz::proxy {
Result<std::unique_ptr<ScreenBridge>> start_screen_bridge(const ScreenBridgeOptions& options,
                                                          Recorder& recorder) {
  const std::string address = screen_address(options.setup);
  ScreenBridgeEvents events;
  // The orchestrator pauses by itself when it needs the screen.
  events.lost = [&recorder, address](const std::string& text) {
    recorder.say(LogMessage::Level::warning, "the connection to " + address + " is lost: " + text);
  };
  events.back = [&recorder, address] {
    recorder.say(LogMessage::Level::info, "the connection to " + address + " is back");
  };
  auto bridge = ScreenBridge::start(options, std::move(events));
  if (!bridge.ok()) return within(address, bridge.error());
  const ScreenBridge& screen = *bridge.value();
  recorder.say(LogMessage::Level::info,
               "connected to " + address + ": " + screen.server() + ", " +
                   size_text(screen.size()) +
                   (screen.security().empty() ? "" : ", " + screen.security()));
  return bridge;
}
}  // namespace franz::proxy
