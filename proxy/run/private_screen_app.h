#pragma once
// The private display of a run: started before the orchestrator, which receives its name.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/private_display_app.h"
#include "common/run/recorder_app.h"
#include "common/run/run_story.h"
#include "common/wire/handed_settings.h"
#include "common/wire/turn_warning.h"
#include "proxy/command/options_app.h"
#include "proxy/run/live_screen_app.h"
#include "proxy/supervisor/supervisor_app.h"

namespace franz::proxy {
// `recorder` and `supervisor` must outlive the display: its events go to the recorder, and losing
// the screen pauses the run. `on_lost` is called then, too; it may be empty. `canvas`: the screen's
// size ("1920x1080"). Failure: the reason.
Result<std::unique_ptr<PrivateDisplay>> start_private_display(
    const Options& options, const std::string& canvas, Recorder& recorder,
    SupervisorApp& supervisor, const std::function<void(const std::string& text)>& on_lost);

// Waits until a window is there and the screen is still, so that the first picture shows the
// painted program. `ended`: how the program ended; empty: it runs. Returns false if no window
// appeared in time. Failure: the program ended without one.
Result<bool> wait_for_window(const LiveScreen& screen, const std::function<std::string()>& ended,
                             const std::function<bool()>& stop_asked);

// Adds the held settings and environment variables with which the orchestrator uses the display.
void hand_display_to_orchestrator(const PrivateDisplay& display, HandedSettings& settings,
                                  std::vector<std::pair<std::string, std::string>>& environment);

// The warning for the model that a resumed run has a new screen. `folder`: the run's. Returns
// nothing if the run's state cannot be read; the orchestrator reports that.
std::optional<TurnWarning> screen_warning(const std::string& folder, const RunFacts& run);
// The same for a run that goes on on another screen (Options::screen_changed).
std::optional<TurnWarning> changed_screen_warning(const std::string& folder);
}  // namespace franz::proxy
