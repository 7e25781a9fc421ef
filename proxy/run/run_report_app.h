#pragma once
// What a run tells on the console at its beginning and its end.
#include <optional>
#include <string>
#include "common/run/recorder_app.h"
#include "proxy/command/console_app.h"
#include "proxy/command/options_app.h"
#include "proxy/relay/upstream.h"
#include "proxy/run/run_start_app.h"

namespace franz::proxy {
// Addresses, folder, screen, picture, and what could not be read. `upstream`: of a demo model its
// address; `window`: that the run is bounded to, if it is.
void greet(Console& console, const Options& options, const RunStart& start,
           const Upstream& upstream, const std::optional<WindowTarget>& window);

// Writes a settings file where nobody has one yet, and says so.
void tell_first_config(Console& console, const Options& options);

// The newest of the orchestrator's exchange logs in the run's folder, if it wrote any.
void tell_exchange_log(Console& console, const std::string& folder);

void tell_end(Console& console, const RecordEnd& end);
}  // namespace franz::proxy
