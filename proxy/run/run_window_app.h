#pragma once
// The window that a run is bounded to. It is chosen before the first turn and passed to the
// orchestrator at each start.
#include "common/desktop/private_display_app.h"
#include "common/desktop/window_asking_app.h"
#include "proxy/command/console_app.h"
#include "proxy/command/options_app.h"
#include "proxy/supervisor/supervisor_app.h"

namespace franz::proxy {
// Finds the window that [surface] window names. `display`: where to look, waiting up to 20 s for
// the program's window; null: the screen that the settings name. Failure: as ask_for_window(), or a
// stop was requested.
Result<WindowTarget, NoWindow> choose_window(const Options& options, const PrivateDisplay* display,
                                             Console& console, const SupervisorApp& supervisor);
}  // namespace franz::proxy
