#pragma once
// A connection to a screen bridge (common/wire/bridge_messages.h).
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/bridge_messages.h"

namespace franz {
// The display name of a screen behind a bridge: "bridge:", the name in screen_facts.h, ":" and the
// path of the bridge's socket, as in "bridge:vnc:/tmp/franz_screen_0123456789ab/s".
inline constexpr std::string_view kBridgePrefix = "bridge:";
inline bool is_behind_bridge(std::string_view display) {
  return display.starts_with(kBridgePrefix);
}
// Empty if the name has no path.
std::string bridge_socket(std::string_view display);
// The file, beside the socket of a Wayland session's bridge, that contains the session's name as
// in WAYLAND_DISPLAY, for the programs that a run starts.
std::string bridge_session_file(std::string_view display);

// For each piece of a message. A bridge that is silent for so long hangs, or its screen is too
// slow.
inline constexpr int kBridgePatienceMs = 30'000;

class BridgeConnection {
 public:
  // `display`: with kBridgePrefix. Failure: there is no bridge; names the display.
  static Result<std::unique_ptr<BridgeConnection>> open(const std::string& display,
                                                        int patience_ms = kBridgePatienceMs);
  virtual ~BridgeConnection() = default;

  // Blocks until the bridge answers or the patience is over. `data`, if not null, receives the
  // bytes that follow the answer. Failure: ErrorCode::missing: nothing was sent, the screen lacks
  // it; ErrorCode::lost: nothing was sent, the screen is not connected; ErrorCode::unfinished: it
  // is unknown how much arrived, also if the bridge itself ended or does not answer.
  virtual Result<BridgeAnswer> ask(const BridgeRequest& request, std::string* data = nullptr) = 0;
};
}  // namespace franz
