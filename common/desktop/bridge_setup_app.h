#pragma once
// What the screen bridge of a run connects to: from the settings, the available displays and the
// file with the password.
#include <string>
#include "common/base/result.h"
#include "common/desktop/display_choice.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/settings/settings.h"

namespace franz {
// The bridge of a run for which needs_bridge() is true, without ScreenBridgeOptions::secrets. Reads
// [surface] vnc_password_file: one line with the password, or two, the user's name and the
// password. Failure (exit 2): names the setting, the file and what is wrong with it.
Result<ScreenBridgeOptions> bridge_options(const SurfaceSettings& surface,
                                           const DisplayFacts& facts);
// Adds [safety] panic_key, if the screen may report keys to its bridge.
void add_panic_key(ScreenBridgeOptions& options, const ResolvedSettings& resolved,
                   const DisplayFacts& facts);

// Where input goes, for the record and for people: "vnc://10.0.0.5:5901", "wayland-1".
std::string screen_address(const BridgeSetup& setup);
}  // namespace franz
