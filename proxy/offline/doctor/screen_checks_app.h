#pragma once
// Doctor's checks of screens: private displays, the person's session, VNC.
#include <vector>
#include "proxy/command/options_app.h"
#include "proxy/offline/doctor/check.h"

namespace franz::proxy {
// Whether a run could have a private display. Failed only if the settings ask for one.
Check check_private_display(const Options& options);
// What the session offers besides, and what is missing. Connects to the screen that the settings
// name if that needs a bridge, which takes some seconds at most; sends no input.
std::vector<Check> check_screens(const Options& options);
}  // namespace franz::proxy
