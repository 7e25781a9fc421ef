#pragma once
#include <string>

namespace franz {
// Whether the compositor of a Wayland session answers and lacks one of the protocols that
// wayland_bridge needs, as GNOME's and KDE's do; their desktops have a portal. `display`: as
// WAYLAND_DISPLAY; empty: false. Waits a second at most. Without a library of Wayland, because
// every program of ours that chooses a screen asks this.
bool needs_portal(const std::string& display);
}  // namespace franz
