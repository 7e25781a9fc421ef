#include "proxy/command/settings_choice_app.h"
#include <array>
#include <chrono>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include "common/base/count_text.h"
#include "common/desktop/bridge_setup_app.h"
#include "common/desktop/display_choice.h"
#include "common/desktop/private_display_app.h"
#include "common/formats/memories.h"
#include "common/formats/profile_choice.h"
#include "common/net/model_asking.h"
#include "common/net/server_search.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/secret_variables.h"
#include "common/run/run_files.h"
#include "common/run/run_objective_app.h"
#include "common/run/start_run_app.h"
#include "common/settings/scenario_files_app.h"
#include "common/tools/surface_facts.h"
#include "common/wire/api/apis.h"

namespace franz::proxy {
static constexpr std::chrono::seconds kLookAgain{1};  // between searches for a server

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

Status SettingsChoice::limit_to_screen(const DisplayFacts& displays) {
  const ResolvedSettings& resolved = reader_.current();
  if (Status may = check_display(resolved.settings.surface, displays); !may.ok()) return may;
  const Result<ScreenLimits> limits = screen_limits(resolved, displays);
  if (!limits.ok()) return limits.error();
  options_.unseen = limits.value().unseen;
  if (!options_.unseen.empty()) options_.choices.push_back({options_.unseen, true});
  const std::size_t given = flags_.size();
  for (const ToolOff& off : limits.value().tools) {
    flags_.push_back(off.flag);
    if (!off.why.empty()) options_.choices.push_back({off.why});
  }
  return read_again(given);
}

// The person names the machine that gets input: a run folder may be another person's.
Status SettingsChoice::check_resumed_screen(const DisplayFacts& displays) {
  if (resumed_.empty() || private_display_of(resumed_)) return Done{};
  const Result<bool> kept =
      keeps_screen(reader_.current(), displays, resumed_, remote_screen_of(resumed_));
  if (!kept.ok()) return within("--resume", kept.error());
  options_.screen_changed = !kept.value();
  return Done{};
}

// The display that must be started for the run.
Status SettingsChoice::choose_screen() {
  const DisplayFacts displays = display_facts(true);
  if (Status named = check_resumed_screen(displays); !named.ok()) return named;
  if (Status limited = limit_to_screen(displays); !limited.ok()) return limited;
  const Settings& settings = reader_.current().settings;
  options_.private_display = wants_private_display(settings.surface);
  if (!needs_bridge(settings.surface, displays)) return Done{};
  Result<ScreenBridgeOptions> bridge = bridge_options(settings.surface, displays);
  if (!bridge.ok()) return bridge.error();
  options_.bridge = std::move(bridge).value();
  add_panic_key(*options_.bridge, reader_.current(), displays);
  options_.bridge->secrets = key_variables(settings.model.api_key_env);
  return Done{};
}

Status SettingsChoice::choose_surface() {
  const std::size_t given = flags_.size();
  if (!resumed_.empty()) {
    const std::optional<DisplayOfRun> display = private_display_of(resumed_);
    if (!options_.program.empty())
      return Error{"-- " + options_.program.front() + ": " + resumed_ +
                   " is an existing run, which keeps its program; a program is for a new run"};
    if (display) {
      options_.program = display->program;
      flags_.push_back({kRunLog, "surface", "display", kPrivateDisplay});
    }
  }
  const Result<std::vector<FlagValue>> bounded =
      surface_for_window(reader_.current(), !options_.program.empty() || !options_.launch ||
                                                options_.trial != nullptr);
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
  const bool screen_is_needed = options_.launch || !options_.program.empty();
  if (screen_is_needed)
    if (Status chosen = choose_screen(); !chosen.ok()) return chosen;
  if (options_.show && !options_.private_display)
    return Error{"--show is for a private display; this run has none"};
  return Done{};
}

Status SettingsChoice::hold_server(const FoundServer& server, const std::string& why) {
  const std::size_t given = flags_.size();
  flags_.push_back({"found", "proxy", "upstream", server.url});
  options_.choices.push_back({"server " + server_text(server) + ": " + why});
  return read_again(given);
}

Status SettingsChoice::hold_demo() {
  const std::size_t given = flags_.size();
  flags_.push_back({"--demo", "proxy", "upstream", "demo"});
  for (const FoundServer& server : options_.found_servers)
    options_.choices.push_back({"the demo model plays; there is also a model server: " +
                                server_text(server) + ", for --upstream " + server.url});
  return read_again(given);
}

static Error several_servers(const std::vector<FoundServer>& found) {
  std::string text = "there are " + std::to_string(found.size()) +
                     " model servers on this machine. Name the one to ask:";
  for (const FoundServer& server : found)
    text += "\n  --upstream " + server.url + "   " + count_text(server.models.size(), "model");
  return Error{text};
}

Status SettingsChoice::choose_server(bool demo) {
  const ResolvedSettings& resolved = reader_.current();
  const SettingInForce* const upstream = find_in_force(resolved, "proxy", "upstream");
  if (upstream == nullptr || upstream->layer != Layer::defaults) return Done{};
  const auto played_by = resumed_.empty() ? std::nullopt : model_server_of(resumed_);
  if (!resumed_.empty() && !played_by) return hold_demo();
  const bool is_run = options_.task == Options::Task::run;
  if (options_.task == Options::Task::settings || (is_run && !options_.launch))
    return demo && !played_by ? hold_demo() : Status(Done{});
  // No search is needed if a server is at the default address.
  std::vector<FoundServer>& found = options_.found_servers;
  options_.searched = true;
  const Result<Upstream> usual = parse_upstream(resolved.settings.proxy.upstream);
  if (usual.ok()) found = find_servers(std::array{usual.value().address.port});
  const bool at_usual = !found.empty();
  if (!at_usual) found = find_servers(kUsualPorts);
  const bool on_screen = is_run && shows_real_screen(resolved.settings.surface.kind);
  const bool takes_any = options_.task == Options::Task::doctor || played_by || on_screen;
  if (demo && !(takes_any && found.size() == 1)) {
    if (!played_by) return hold_demo();
    if (found.empty())
      return Error{"--resume: " + resumed_ + " is a run with the model at " + *played_by +
                   ": give --upstream URL, or set [proxy] upstream"};
  }
  if (at_usual && !demo) return Done{};
  if (found.size() == 1)
    return hold_server(found.front(), demo ? "the only one that was found; --upstream demo plays "
                                             "the built-in model"
                                           : "the only one that was found");
  // Doctor examines the address that a run would use.
  if (found.empty() || options_.task == Options::Task::doctor) return Done{};
  return several_servers(found);
}

static std::string waiting_text(const ServerChoice& choice, const Options& options, bool is_named) {
  std::string text = "waiting for a model server: " + choice.why;
  if (is_named) {
    for (const FoundServer& server : find_servers(kUsualPorts))
      text += "\n  one is at " + server_text(server) + ", for --upstream " + server.url;
  } else if (options.found_servers.empty()) {
    text += ", and none was found at the ports";
    for (const int port : kUsualPorts) text += " " + std::to_string(port);
    text +=
        "\n  start one; or --upstream URL names another address, and --upstream demo plays "
        "without a model";
  }
  return text;
}

Status SettingsChoice::choose_by_server() {
  if (!resumed_.empty() || !options_.resume.empty()) return Done{};
  const std::string config_folder = config_folder_of(options_.config);
  const auto say = [](const std::string& text) {
    print_error_lines(command_name() + ": " + text + "\n");
  };
  if (options_.demo) {
    if (reader_.current().settings.agent.profile != kAutoProfile) return Done{};
    const std::size_t given = flags_.size();
    const ProfileChoice any{std::string(kDefaultProfile), "the demo model supports every profile"};
    flags_.push_back({"--profile auto", "agent", "profile", any.profile});
    options_.choices.push_back({chosen_profile_text(any)});
    return read_again(given);
  }
  const SettingInForce* const named = find_in_force(reader_.current(), "proxy", "upstream");
  const bool is_named = named != nullptr && named->layer != Layer::defaults;
  bool said = false;
  for (;;) {
    const ResolvedSettings& resolved = reader_.current();
    ModelServer server;
    server.url = to_string(options_.upstream);
    server.ca_file = options_.upstream.ca_file;
    server.api_key_env = resolved.settings.model.api_key_env;
    server.api = find_api(resolved.settings.model.api);
    const ServerChoice choice =
        franz::choose_by_server(resolved, std::move(server), config_folder,
                                [&](const std::string& what) { say(what + " …"); });
    if (choice.kind == ServerChoice::Kind::refused) {
      if (options_.task == Options::Task::doctor) return Done{};  // doctor reports it itself
      return Error{choice.why};
    }
    if (choice.kind == ServerChoice::Kind::chosen) {
      const std::size_t given = flags_.size();
      flags_.insert(flags_.end(), choice.flags.begin(), choice.flags.end());
      options_.choices.insert(options_.choices.end(), choice.notes.begin(), choice.notes.end());
      return read_again(given);
    }
    if (options_.task == Options::Task::doctor || !profile_is_chosen(resolved)) return Done{};
    if (options_.trial) return Error{"the model server: " + choice.why};  // no person starts one
    if (!std::exchange(said, true)) say(waiting_text(choice, options_, is_named));
    std::this_thread::sleep_for(kLookAgain);
    if (is_named) continue;
    if (Status again = choose_server(false); !again.ok()) return again;
    const Result<Upstream> upstream = parse_upstream(reader_.current().settings.proxy.upstream);
    if (!upstream.ok()) return upstream.error();
    options_.upstream = upstream.value();
  }
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
  const std::vector<FlagValue> more(flags_.begin() + static_cast<std::ptrdiff_t>(given),
                                    flags_.end());
  options_.held.insert(options_.held.end(), more.begin(), more.end());
  return reader_.start_with(more, bad_file_);
}
}  // namespace franz::proxy
