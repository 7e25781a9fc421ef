#pragma once
// The private display of a run: started before the orchestrator, and told to it.
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
#include "proxy/supervisor/supervisor_app.h"

namespace franz::proxy {
// Both outlive the display: what happens to it is told to the recorder, and the run pauses when its
// screen is lost. `canvas`: "1920x1080", the screen's size. Failure: why there is none.
Result<std::unique_ptr<PrivateDisplay>> start_private_display(const Options& options,
                                                              const std::string& canvas,
                                                              Recorder& recorder,
                                                              SupervisorApp& supervisor);

// What the orchestrator is given of it: settings that are held, and variables.
void tell_orchestrator(const PrivateDisplay& display, HandedSettings& settings,
                       std::vector<std::pair<std::string, std::string>>& environment);

// What the model is told when a run goes on whose screen is another one now; `folder`: the run's.
// Nothing: its state cannot be read, which the orchestrator tells.
std::optional<TurnWarning> screen_warning(const std::string& folder, const RunFacts& run);
}  // namespace franz::proxy
