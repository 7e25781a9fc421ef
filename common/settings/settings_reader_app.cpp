#include "common/settings/settings_reader_app.h"
#include <utility>
#include "common/base/path_parts.h"
#include "common/os/file_pieces.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/settings/scenario_files_app.h"
#include "common/tools/suggestions.h"
#include "common/tools/surface_facts.h"

namespace franz {
static constexpr std::size_t kMaxSettingsFile = 1UL << 20U;  // bytes
static constexpr std::size_t kMaxPrompt = 1UL << 20U;        // bytes

// Also true for a folder or an unreadable file, which must be reported.
static bool path_exists(const std::string& path) {
  const auto file = OpenFile::open(path);
  return file.ok() || file.error().code != ErrorCode::missing;
}

static SettingsFile read_settings_file(const std::string& path) {
  Result<std::string> text = read_file(path, kMaxSettingsFile);
  if (!text.ok()) return {last_part(path), "", text.error().message};
  return {last_part(path), std::move(text).value(), ""};
}

SettingsReader::SettingsReader(std::string config_file, std::vector<FlagValue> flags,
                               std::optional<ResolvedSettings> before)
    : config_file_(std::move(config_file)),
      config_required_(!config_file_.empty()),
      flags_(std::move(flags)),
      before_(std::move(before)) {
  config_folder_ = config_folder_of(config_file_);
  if (config_file_.empty())
    config_file_ = join_path(find_config_folder().value_or("config"), "config.ini");
}

// An empty file counts if it was also empty at the last reading.
static void look_for_truncation(SettingsFile& file, bool& was_empty) {
  const bool empty = file.failure.empty() && file.text.empty();
  file.unsettled = empty && !was_empty;
  was_empty = empty;
}

SettingLayers SettingsReader::read_layers(const ResolvedSettings* last) {
  SettingLayers layers;
  // Without --config, a missing config.ini is not an error. The resolver reports one that has
  // disappeared.
  if (config_required_ || path_exists(config_file_))
    layers.config = read_settings_file(config_file_);
  if (layers.config) look_for_truncation(*layers.config, config_empty_);
  for (const std::string& name : environment_names())
    if (const auto value = environment(name)) layers.environment.push_back({name, *value});
  layers.flags = flags_;
  layers.runs = default_runs_folder();
  if (const std::string scenario = chosen_scenario(layers, last); !scenario.empty()) {
    layers.scenario = read_settings_file(scenario_path(config_folder_, scenario));
    layers.scenario->name.insert(0, "scenarios/");
    look_for_truncation(*layers.scenario, scenario_empty_);
  }
  const std::string profile = chosen_profile(layers, last);
  layers.profile = read_settings_file(profile_path(config_folder_, profile));
  look_for_truncation(*layers.profile, profile_empty_);
  // A profile may have no file for the surface.
  const std::string surface = chosen_surface(layers, last);
  const std::string of_surface =
      surface_profile_path(config_folder_, profile, std::string(profile_surface(surface)));
  if (path_exists(of_surface)) layers.surface_profile = read_settings_file(of_surface);
  if (layers.surface_profile) look_for_truncation(*layers.surface_profile, surface_profile_empty_);
  return layers;
}

std::vector<SettingsNotice> SettingsReader::new_notices() {
  std::vector<SettingsNotice> fresh;
  std::set<std::string> now;
  for (const SettingsNotice& notice : current_.notices) {
    if (now.insert(notice.text).second && !reported_.contains(notice.text)) fresh.push_back(notice);
  }
  reported_ = std::move(now);
  return fresh;
}

static Error no_such(const std::string& kind, const std::string& name, const std::string& why,
                     const Result<std::vector<std::string>>& names) {
  std::string text = "no " + kind + " " + name + ": " + why;
  if (!names.ok()) return Error{text + "; " + names.error().message};
  const std::vector<std::string_view> candidates(names.value().begin(), names.value().end());
  const std::string_view near = nearest_name(name, candidates);
  text += near.empty() ? "; there are:" : "; did you mean " + std::string(near) + "? There are:";
  for (const std::string& each : names.value()) text += " " + each;
  return Error{text + (names.value().empty() ? " none" : "")};
}

Status SettingsReader::start(BadFile files) {
  if (before_) {
    current_ = resolve_settings(read_layers(&*before_), &*before_);
    first_notices_ = new_notices();
    return Done{};
  }
  const SettingLayers layers = read_layers(nullptr);
  if (files == BadFile::refuse && layers.config && !layers.config->failure.empty())
    return Error{layers.config->failure};
  if (files == BadFile::refuse && layers.scenario && !layers.scenario->failure.empty())
    return no_such("scenario", chosen_scenario(layers), layers.scenario->failure,
                   names_in(config_folder_, "scenarios", kScenarioEnd));
  if (files == BadFile::refuse && !layers.profile->failure.empty())
    return no_such("profile", chosen_profile(layers), layers.profile->failure,
                   profile_names(config_folder_));
  Result<ResolvedSettings> resolved = start_settings(layers, files);
  if (!resolved.ok()) return resolved.error();
  current_ = std::move(resolved).value();
  first_notices_ = new_notices();
  return Done{};
}

Status SettingsReader::start_with(const std::vector<FlagValue>& more, BadFile files) {
  if (more.empty()) return Done{};
  flags_.insert(flags_.end(), more.begin(), more.end());
  reported_.clear();
  return start(files);
}

void SettingsReader::hold(FlagValue flag) { flags_.push_back(std::move(flag)); }

SettingsReader::Update SettingsReader::read_again() {
  SettingLayers layers = read_layers(&current_);
  Update update;
  if (layers == last_layers_) return update;  // the result would be the same
  ResolvedSettings next = resolve_settings(layers, &current_);
  last_layers_ = std::move(layers);
  update.changes = changes(current_, next);
  current_ = std::move(next);
  update.notices = new_notices();
  return update;
}

Result<std::string> SettingsReader::read_system_prompt() {
  Result<std::string> text =
      read_file(config_path(config_folder_, current_.settings.agent.system_prompt), kMaxPrompt);
  if (!text.ok()) return text;
  const bool empty = text.value().empty();
  if (empty && !std::exchange(prompt_empty_, true)) return prompt_;
  prompt_empty_ = empty;
  prompt_ = text.value();
  return text;
}
}  // namespace franz
