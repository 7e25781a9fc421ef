#pragma once
// What decides about a run before it begins besides config files and flags: the run folder that
// goes on, the model's server, the person at the terminal, and what the proxy hands over.
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
// A run keeps the canvas that it began with, whatever the settings say now.
void hold_canvas(const std::string& run_dir, std::vector<FlagValue>& flags);

// The model's server, by flag, environment or settings. Its key is left to the caller.
ModelServer model_server(const Options& options, const Settings& settings);

// Each reads the settings again where it decides something, and holds that among the flags.
// Failure: why the run cannot begin (exit 2).
// Where a profile is to be chosen; a run that goes on has its own.
Status choose_by_server(const Options& options, SettingsReader& reader, Output& output);
// Where the objective is not the settings' own: there is none.
Status settle_objective(const std::string& run_dir, SettingsReader& reader);
// Where the run is bounded to a window, and they do not say so by a kind.
Status settle_surface(SettingsReader& reader);

// What the proxy gives, in the environment.
struct FromProxy {
  std::optional<HandedSettings> settings;
  std::vector<std::string> launch_prefix;
  std::string private_display;  // X11's name; empty: none
  std::optional<WindowTarget> window;
  std::optional<TurnWarning> warning;
};
// Failure: names the variable and what is wrong with it.
Result<FromProxy> read_environment();
}  // namespace franz::orchestrator
