#include "orchestrator/start_settings_app.h"
#include <chrono>
#include <thread>
#include <utility>
#include "common/desktop/display_choice.h"
#include "common/desktop/private_display_app.h"
#include "common/formats/memories.h"
#include "common/formats/profile_choice.h"
#include "common/net/model_asking.h"
#include "common/os/paths.h"
#include "common/run/run_objective_app.h"
#include "common/run/start_run_app.h"
#include "common/settings/scenario_files_app.h"
#include "common/settings/setting_json.h"
#include "common/wire/api/apis.h"

namespace franz::orchestrator {
static constexpr std::chrono::seconds kLookAgain{1};  // for a server that does not answer yet

static std::string model_url(const Options& options, const Settings& settings) {
  if (!options.vlm.empty()) return options.vlm;
  return environment("FRANZ_VLM_URL").value_or(settings.proxy.upstream);
}

void hold_canvas(const std::string& run_dir, std::vector<FlagValue>& flags) {
  const Result<RunFacts> run = read_facts(run_dir);
  if (!run.ok()) return;  // reported when the run is resumed
  if (const auto canvas = canvas_of(run.value()))
    flags.push_back({kRunLog, "surface", "canvas", *canvas});
}

ModelServer model_server(const Options& options, const Settings& settings) {
  ModelServer server;
  server.url = model_url(options, settings);
  server.host_header = environment("FRANZ_VLM_HOST").value_or("");
  server.shown_url = environment("FRANZ_VLM_SERVER").value_or("");
  server.ca_file = settings.proxy.ca_file;
  server.api = find_api(settings.model.api);  // the settings accept only known names
  return server;
}

Status choose_by_server(const Options& options, SettingsReader& reader, Output& output) {
  bool said = false;
  for (;;) {
    const ResolvedSettings& resolved = reader.current();
    ModelServer server = model_server(options, resolved.settings);
    server.api_key_env = resolved.settings.model.api_key_env;
    const ServerChoice choice =
        franz::choose_by_server(resolved, std::move(server), config_folder_of(options.config),
                                [&](const std::string& what) { output.log(LogLevel::info, what); });
    if (choice.kind == ServerChoice::Kind::refused) return Error{choice.why};
    const bool waits = choice.kind == ServerChoice::Kind::silent && profile_is_chosen(resolved);
    if (!waits) {
      for (const ServerChoice::Note& note : choice.notes)
        output.log(note.is_warning ? LogLevel::warning : LogLevel::info, note.text);
      return reader.start_with(choice.flags, BadFile::refuse);
    }
    if (!std::exchange(said, true))
      output.log(LogLevel::info, "waiting for the model server: " + choice.why);
    std::this_thread::sleep_for(kLookAgain);
  }
}

Status settle_objective(const std::string& run_dir, SettingsReader& reader) {
  const Settings& settings = reader.current().settings;
  std::vector<FlagValue> flags = reader.flags();
  const auto given = static_cast<std::ptrdiff_t>(flags.size());
  if (Status held = hold_objective(run_dir, *find_memory(settings.agent.memory), settings,
                                   person_at_terminal(), flags);
      !held.ok())
    return held;
  return reader.start_with({flags.begin() + given, flags.end()}, BadFile::refuse);
}

Status settle_surface(SettingsReader& reader) {
  const Result<std::vector<FlagValue>> held = surface_for_window(reader.current(), true);
  if (!held.ok()) return held.error();
  return reader.start_with(held.value(), BadFile::refuse);
}

Result<FromProxy> read_environment() {
  FromProxy given;
  if (const auto settings = environment("FRANZ_SETTINGS")) {
    Result<HandedSettings> handed = parse_handed_settings(*settings);
    if (!handed.ok()) return within("FRANZ_SETTINGS", handed.error());
    given.settings = std::move(handed).value();
  }
  if (const auto prefix = environment("FRANZ_LAUNCH_PREFIX")) {
    Result<std::vector<std::string>> words = read_text_list(*prefix);
    if (!words.ok()) return Error{"FRANZ_LAUNCH_PREFIX " + words.error().message};
    given.launch_prefix = std::move(words).value();
  }
  given.started_display = environment("FRANZ_STARTED_DISPLAY").value_or("");
  if (const auto named = environment("FRANZ_WINDOW")) {
    Result<WindowTarget> window = parse_window_target(*named);
    if (!window.ok()) return within("FRANZ_WINDOW", window.error());
    given.window = std::move(window).value();
  }
  if (const auto told = environment("FRANZ_WARNING")) {
    Result<TurnWarning> warning = parse_turn_warning(*told);
    if (!warning.ok()) return within("FRANZ_WARNING", warning.error());
    given.warning = std::move(warning).value();
  }
  return given;
}
}  // namespace franz::orchestrator
