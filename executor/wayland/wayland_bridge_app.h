#pragma once

namespace franz::executor {
// Reads the setup from standard input and serves the person's Wayland session until standard input
// ends (common/wire/bridge_messages.h). Returns the exit code.
int run_wayland_bridge_app();
}  // namespace franz::executor
