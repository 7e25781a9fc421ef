#pragma once
// The window that a run is bounded to: chosen before the first turn, and told to the orchestrator,
// which keeps it however often it is started again.
#include "common/desktop/private_display_app.h"
#include "common/desktop/window_asking_app.h"
#include "proxy/command/console_app.h"
#include "proxy/command/options_app.h"
#include "proxy/supervisor/supervisor_app.h"

namespace franz::proxy {
// The one that [surface] window names, on `display`, where a program's window may need some seconds
// until it is there; null: on the screen that the settings name. Failure: as of ask_for_window(),
// or a stop was asked for.
Result<WindowTarget, NoWindow> choose_window(const Options& options, const PrivateDisplay* display,
                                             Console& console, const SupervisorApp& supervisor);
}  // namespace franz::proxy
