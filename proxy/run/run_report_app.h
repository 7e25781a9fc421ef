#pragma once
// Console output at the beginning and the end of a run.
#include <optional>
#include <string>
#include "common/run/recorder_app.h"
#include "proxy/command/console_app.h"
#include "proxy/command/options_app.h"
#include "proxy/relay/upstream.h"
#include "proxy/run/run_start_app.h"

namespace franz::proxy {
// Prints addresses, folder, screen, picture and notices. `upstream`: the server that answers, also
// for the demo model. `window`: the window that the run is bounded to, if any.
void greet(Console& console, const Options& options, const RunStart& start,
           const Upstream& upstream, const std::optional<WindowTarget>& window);

// Writes a settings file if there is none yet, and prints its path.
void create_first_config(Console& console, const Options& options);

// Prints the path of the newest exchange log in the run's folder, if there is one.
void print_exchange_log(Console& console, const std::string& folder);

void print_end(Console& console, const RecordEnd& end);
}  // namespace franz::proxy
