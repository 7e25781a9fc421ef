#pragma once
// Which screen bridge a run needs, and what it connects to: from the settings, the environment and
// the file with the password.
#include <string>
#include "common/base/result.h"
#include "common/desktop/display_choice.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/settings/settings.h"

namespace franz {
// Whether the run's screen is reached through a bridge: a VNC server's, or a Wayland session.
bool wants_bridge(const SurfaceSettings& surface, const DisplayFacts& facts);

// The bridge of a run for which wants_bridge() is true, without ScreenBridgeOptions::secrets. Reads
// [surface] vnc_password_file: one line with the password, or two, the user's name and the
// password. Failure (exit 2): names the setting, the file and what is wrong with it.
Result<ScreenBridgeOptions> bridge_options(const SurfaceSettings& surface);

// Where input goes, for the record and for people: "vnc://10.0.0.5:5901", "wayland-1".
std::string screen_address(const BridgeSetup& setup);
}  // namespace franz
