#include "proxy/command/settings_choice_app.h"
#include <optional>
#include <string_view>
#include <utility>
#include "common/desktop/display_choice.h"
#include "common/desktop/private_display_app.h"
#include "common/formats/memories.h"
#include "common/formats/profile_choice.h"
#include "common/net/profile_asking.h"
#include "common/os/print.h"
#include "common/run/load_run_app.h"
#include "common/run/run_files.h"
#include "common/run/run_objective_app.h"
#include "common/run/start_run_app.h"
#include "common/settings/scenario_files_app.h"
#include "common/tools/surface_facts.h"
#include "common/wire/api/apis.h"

namespace franz::proxy {
SettingsChoice::SettingsChoice(Options& options, std::vector<FlagValue>& flags, BadFile bad_file)
    : options_(options), flags_(flags), bad_file_(bad_file), reader_(options.config, flags) {}

Status SettingsChoice::keep_choices_of_run() {
  if (options_.resume.empty()) return Done{};
  const Result<std::string> found =
      find_run(reader_.current().settings.proxy.runs, options_.resume);
  if (!found.ok()) return Done{};
  resumed_ = found.value();
  const std::size_t given = flags_.size();
  if (Status kept = hold_choices(resumed_, flags_); !kept.ok()) return kept;
  return read_again(given);
}

Status SettingsChoice::choose_demo() {
  const SettingInForce* const upstream = find_in_force(reader_.current(), "proxy", "upstream");
  if (upstream == nullptr || upstream->layer != Layer::defaults) return Done{};
  const auto server = resumed_.empty() ? std::nullopt : model_server_of(resumed_);
  if (server)
    return Error{"--resume: " + resumed_ + " is a run with the model at " + *server +
                 ": give --upstream URL, or set [proxy] upstream"};
  const std::size_t given = flags_.size();
  flags_.push_back({"--demo", "proxy", "upstream", "demo"});
  return read_again(given);
}

Status SettingsChoice::choose_surface() {
  const std::size_t given = flags_.size();
  if (!resumed_.empty()) {
    const std::optional<DisplayOfRun> display = private_display_of(resumed_);
    if (!options_.program.empty())
      return Error{"-- " + options_.program.front() + ": " + resumed_ +
                   " is a run that goes on with what it began with; a program is for a new one"};
    if (display) {
      options_.program = display->program;
      flags_.push_back({kRunFile, "surface", "display", kPrivateDisplay});
    }
  }
  const Result<std::vector<FlagValue>> bounded =
      surface_for_window(reader_.current(), !options_.program.empty() || !options_.launch);
  if (!bounded.ok()) return bounded.error();
  if (!bounded.value().empty()) {
    flags_.insert(flags_.end(), bounded.value().begin(), bounded.value().end());
    if (Status read = read_again(given); !read.ok()) return read;
  }
  if (!options_.program.empty() && resumed_.empty()) {
    const Result<std::vector<FlagValue>> held =
        surface_for_program(reader_.current(), options_.program.front());
    if (!held.ok()) return held.error();
    flags_.insert(flags_.end(), held.value().begin(), held.value().end());
  }
  if (Status read = read_again(given); !read.ok()) return read;
  const SurfaceSettings& surface = reader_.current().settings.surface;
  const bool screen_is_needed = options_.launch || !options_.program.empty();
  if (screen_is_needed)
    if (Status may = check_display(surface, display_facts(true)); !may.ok()) return may;
  options_.private_display = screen_is_needed && wants_private_display(surface);
  if (options_.show && !options_.private_display)
    return Error{"--show is for a private display; this run has none"};
  return Done{};
}

Status SettingsChoice::choose_profile() {
  const ResolvedSettings& resolved = reader_.current();
  const bool is_auto = resolved.settings.agent.profile == kAutoProfile;
  if (!options_.resume.empty() || (!is_auto && !profile_is_chosen(resolved))) return Done{};
  ProfileChoice choice{std::string(kDefaultProfile), ""};
  if (!options_.launch) {
    choice.why = "nothing is started that has one";
  } else if (!shows_real_screen(resolved.settings.surface.kind)) {
    choice.why = "one is chosen for a real screen only";
  } else if (options_.demo) {
    choice.why = "the demo model writes as any profile asks";
  } else {
    ModelServer server;
    server.url = to_string(options_.upstream);
    server.ca_file = options_.upstream.ca_file;
    server.api_key_env = resolved.settings.model.api_key_env;
    server.api = find_api(resolved.settings.model.api);
    choice = ask_for_profile(resolved, std::move(server), config_folder_of(options_.config),
                             [](const std::string& what) { print_error("proxy: " + what + " …"); });
  }
  options_.served_model = choice.model.value_or("");
  const std::size_t given = flags_.size();
  flags_.push_back({"--profile auto", "agent", "profile", choice.profile});
  if (is_auto || !options_.demo) options_.profile_choice = chosen_profile_text(choice);
  options_.profile_fits = choice.needs.empty();
  return read_again(given);
}

Status SettingsChoice::settle_objective() {
  if (!options_.resume.empty() && resumed_.empty()) return Done{};
  const Settings& settings = reader_.current().settings;
  const std::size_t given = flags_.size();
  if (Status held = hold_objective(resumed_, *find_memory(settings.agent.memory), settings,
                                   person_at_terminal(), flags_);
      !held.ok())
    return held;
  return read_again(given);
}

Status SettingsChoice::read_again(std::size_t given) {
  if (flags_.size() == given) return Done{};
  options_.own_flags.insert(options_.own_flags.end(),
                            flags_.begin() + static_cast<std::ptrdiff_t>(given), flags_.end());
  reader_ = SettingsReader(options_.config, flags_);
  return reader_.start(bad_file_);
}
}  // namespace franz::proxy
