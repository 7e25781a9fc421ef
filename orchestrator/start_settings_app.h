#pragma once
// What a run depends on apart from config files and flags: its run folder, the model's server, the
// person at the terminal, and what the proxy hands over.
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/net/model_client.h"
#include "common/settings/settings.h"
#include "common/settings/settings_reader_app.h"
#include "common/wire/handed_settings.h"
#include "common/wire/turn_options.h"
#include "common/wire/turn_warning.h"
#include "orchestrator/options_app.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
// Holds the canvas of a run that is resumed.
void hold_canvas(const std::string& run_dir, std::vector<FlagValue>& flags);

// The model's server, by flag, environment or settings, without the API key.
ModelServer model_server(const Options& options, const Settings& settings);

// Each of these adds its decision to the flags of `reader` and reads the settings again. Failure:
// why the run cannot begin (exit 2). Model and profile by what the server lists, for a new run.
Status choose_by_server(const Options& options, SettingsReader& reader, Output& output);
// The objective, if the settings have none.
Status settle_objective(const std::string& run_dir, SettingsReader& reader);
// The kind of surface, if the settings bound the run to a window.
Status settle_surface(SettingsReader& reader);

// What the proxy hands over in environment variables.
struct FromProxy {
  std::optional<HandedSettings> settings;
  std::vector<std::string> launch_prefix;
  std::string started_display;  // of a private display or a screen bridge; empty: none
  std::optional<WindowTarget> window;
  std::optional<TurnWarning> warning;
};
// Failure: names the variable and what is wrong with it.
Result<FromProxy> read_environment();
}  // namespace franz::orchestrator
