#include "common/settings/settings.h"
#include <algorithm>
#include <unordered_map>
#include <utility>
#include "common/base/utf8.h"
#include "common/settings/environment_sets.h"
#include "common/settings/ini.h"
#include "common/settings/scenario.h"
#include "common/settings/setting_rows.h"
#include "common/settings/setting_values.h"
#include "common/tools/suggestions.h"

namespace franz {
namespace {
using NoticeKind = SettingsNotice::Kind;

constexpr std::size_t kMaxNoticesOfAFile = 20;  // more would not help
constexpr std::size_t kMaxShown = 80;           // bytes of a value in a notice

// One layer's value of a key.
struct Candidate {
  std::string value;
  Layer layer = Layer::defaults;
  std::string where;                        // "config.ini:14"
  std::string problem;                      // not empty: the line could not be read
  const TakenVariable* variable = nullptr;  // of another tool, whose value is converted
};

// For each row, the lowest layer first.
using Candidates = std::vector<std::vector<Candidate>>;

std::string shown(std::string_view value) {
  std::string text = to_valid_utf8(value);
  if (text.size() > kMaxShown) {
    std::size_t end = kMaxShown;
    while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text = text.substr(0, end) + "…";
  }
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return text;
}

std::string shown_in_force(const std::string& value) {
  return value.empty() ? "\"\"" : shown(value);
}

bool is_profile(Layer layer) { return layer == Layer::profile || layer == Layer::surface_profile; }

std::string name_of(const SettingRow& row) { return "[" + row.section + "] " + row.key; }

// The beginning of a notice about a value: "config.ini:14: [model] temperature", "--turns".
std::string place(const Candidate& candidate, const SettingRow& row) {
  return is_file(candidate.layer) ? candidate.where + ": " + name_of(row) : candidate.where;
}

std::size_t index_of(const SettingRow& row) {
  return static_cast<std::size_t>(&row - setting_rows().data());
}

std::string did_you_mean(const std::string& name) {
  return name.empty() ? "" : "; did you mean " + name + "?";
}

std::string nearest(std::string_view name, const std::vector<std::string>& names) {
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return std::string(nearest_name(name, candidates));
}

// The same key of another section, "[limits] max_turns", or the most similar one of this section.
std::string suggested_key(const std::string& section, const std::string& key) {
  std::vector<std::string> keys;
  for (const SettingRow& row : setting_rows()) {
    if (row.section == section) keys.push_back(row.key);
    if (row.section != section && row.key == key) return name_of(row);
  }
  return nearest(key, keys);
}

bool is_section(const std::string& name) {
  return std::ranges::any_of(section_rows(),
                             [&](const SectionRow& row) { return row.name == name; });
}

// Reads one file's entries into candidates, and reports what else is in it.
class FileLayer {
 public:
  FileLayer(const SettingsFile& file, Layer layer) : file_(file), layer_(layer) {}

  void read(const ResolvedSettings* last_good, Candidates& candidates) {
    if (file_.unsettled && last_good != nullptr) return keep_all(*last_good, candidates);
    std::string failure = file_.failure;
    IniFile ini;
    if (failure.empty()) ini = layer_ == Layer::scenario ? scenario_entries() : ini_entries();
    if (!ini.failure.empty()) failure = ini.failure;
    if (!failure.empty()) {
      report(NoticeKind::bad, to_valid_utf8(failure), "; its last good values stay in force");
      if (last_good != nullptr) keep_all(*last_good, candidates);
      return;
    }
    for (const IniSection& section : ini.sections) check_section(section);
    for (IniEntry& entry : ini.entries) add(entry, candidates);
  }

  std::vector<SettingsNotice> notices() && {
    if (more_ > 0) {
      const std::string text = file_.name + ": and " + std::to_string(more_) + " more problems";
      notices_.push_back({NoticeKind::ignored, layer_, text, text});
    }
    return std::move(notices_);
  }

 private:
  IniFile ini_entries() const {
    IniFile ini = parse_ini(file_.text);
    if (!ini.failure.empty()) ini.failure.insert(0, file_.name + ": ");
    return ini;
  }

  // A scenario's entries have line numbers, as those of an .ini file.
  IniFile scenario_entries() const {
    IniFile entries;
    Result<Scenario> scenario = parse_scenario(file_.text, file_.name);
    if (scenario.ok()) {
      entries.entries = std::move(scenario).value().entries;
    } else {
      entries.failure = scenario.error().message;
    }
    return entries;
  }

  std::string at(int line) const { return file_.name + ":" + std::to_string(line); }

  bool is_full() const { return notices_.size() >= kMaxNoticesOfAFile; }

  void report(NoticeKind kind, const std::string& problem, const std::string& consequence = "") {
    if (!is_full()) {
      notices_.push_back({kind, layer_, problem, problem + consequence});
    } else {
      ++more_;
    }
  }

  void keep_all(const ResolvedSettings& last_good, Candidates& candidates) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const SettingInForce& key = last_good.keys[i];
      if (key.layer == layer_) candidates[i].push_back({key.value, layer_, key.where, ""});
    }
  }

  void check_section(const IniSection& section) {
    if (section.problem.empty() && is_section(section.name)) return;
    if (is_full()) return static_cast<void>(++more_);
    const std::string header = at(section.line) + ": [" + shown(section.name) + "]: ";
    if (!section.problem.empty()) {
      report(NoticeKind::bad, header + section.problem);
    } else {
      std::vector<std::string> names;
      for (const SectionRow& row : section_rows()) names.push_back(row.name);
      const std::string name = nearest(section.name, names);
      report(NoticeKind::ignored,
             header + "no such section" + did_you_mean(name.empty() ? "" : "[" + name + "]"));
    }
  }

  void add(IniEntry& entry, Candidates& candidates) {
    const SettingRow* row = find_setting(entry.section, entry.key);
    const std::string line = at(entry.line);
    if (row == nullptr) return explain(entry);
    if (entry.repeated != 0) {
      report(NoticeKind::ignored,
             line + ": " + name_of(*row) + ": replaces line " + std::to_string(entry.repeated));
    }
    if (row->scope == Scope::profile_only && !is_profile(layer_)) {
      return report(NoticeKind::ignored,
                    line + ": " + name_of(*row) + ": only a profile can set this");
    }
    if (row->scope == Scope::not_in_profile && is_profile(layer_)) {
      return report(NoticeKind::ignored,
                    line + ": " + name_of(*row) + ": a profile cannot set this");
    }
    if (layer_ == Layer::scenario && row->key == "scenario") {
      return report(NoticeKind::ignored,
                    line + ": " + name_of(*row) + ": a scenario cannot set this");
    }
    candidates[index_of(*row)].push_back({std::move(entry.value), layer_, line, entry.problem});
  }

  // Reports why an entry is not a setting; check_section() has reported unknown sections.
  void explain(const IniEntry& entry) {
    if (is_full()) return static_cast<void>(++more_);
    const std::string line = at(entry.line) + ": ";
    if (!entry.problem.empty()) {
      report(NoticeKind::bad,
             line + entry.problem);  // the line itself may be a secret
    } else if (entry.section.empty()) {
      report(NoticeKind::ignored, line + shown(entry.key) + ": is before the first [section]");
    } else if (is_section(entry.section) || layer_ == Layer::scenario) {
      report(NoticeKind::ignored, line + "[" + entry.section + "] " + shown(entry.key) +
                                      ": no such setting" +
                                      did_you_mean(suggested_key(entry.section, entry.key)));
    }
  }

  const SettingsFile& file_;
  Layer layer_;
  std::vector<SettingsNotice> notices_;
  std::size_t more_ = 0;
};

// Whether the variable begins with FRANZ_<SECTION>_, which makes it ours.
bool names_a_section(const std::string& variable) {
  return std::ranges::any_of(section_rows(), [&](const SectionRow& section) {
    return variable.starts_with(environment_name(section.name, ""));
  });
}

void add_environment(const std::vector<EnvironmentValue>& environment, Candidates& candidates,
                     std::vector<SettingsNotice>& notices) {
  std::unordered_map<std::string, const SettingRow*> rows;
  for (const SettingRow& row : setting_rows()) rows[environment_name(row.section, row.key)] = &row;
  for (const EnvironmentValue& variable : environment) {
    const auto row = rows.find(variable.name);
    std::string text;
    if (row == rows.end() && names_a_section(variable.name)) {
      text = shown(variable.name) + ": no such setting" +
             did_you_mean(nearest(variable.name, environment_names()));
    } else if (row != rows.end() && row->second->scope == Scope::profile_only) {
      text = variable.name + ": only a profile can set this";
    } else if (row != rows.end() && !variable.value.empty()) {
      candidates[index_of(*row->second)].push_back(
          {to_valid_utf8(variable.value), Layer::environment, variable.name, ""});
    }
    if (!text.empty()) notices.push_back({NoticeKind::ignored, Layer::environment, text, text});
  }
}

// Adds a set's variables, below our own.
void add_taken(const std::vector<EnvironmentValue>& environment, std::string_view set,
               Candidates& candidates) {
  for (const TakenVariable& taken : variables_of(set)) {
    const SettingRow* row = find_setting(taken.section, taken.key);
    for (const EnvironmentValue& variable : environment) {
      if (row == nullptr || variable.name != taken.name || variable.value.empty()) continue;
      candidates[index_of(*row)].push_back(
          {to_valid_utf8(variable.value), Layer::environment, variable.name, "", &taken});
    }
  }
}

// The set that the profile chooses by its last valid line.
std::string taken_set(const Candidates& candidates) {
  const SettingRow& row = *find_setting("agent", "environment");
  Settings settings;
  for (const Candidate& candidate : candidates[index_of(row)]) {
    // An invalid value is reported when the row is decided.
    if (candidate.problem.empty()) static_cast<void>(store_setting(row, candidate.value, settings));
  }
  return settings.agent.environment;
}

void add_flags(const std::vector<FlagValue>& flags, Layer layer, Candidates& candidates,
               std::vector<SettingsNotice>& notices) {
  for (const FlagValue& flag : flags) {
    if (flag.yields != (layer == Layer::chosen)) continue;
    if (const SettingRow* row = find_setting(flag.section, flag.key)) {
      candidates[index_of(*row)].push_back({to_valid_utf8(flag.value), layer, flag.flag, ""});
    } else {
      const std::string text = shown(flag.flag) + ": no such setting as [" + shown(flag.section) +
                               "] " + shown(flag.key) +
                               did_you_mean(suggested_key(flag.section, flag.key));
      notices.push_back({NoticeKind::bad, layer, text, text});
    }
  }
}

// Decides the keys one after another.
class Resolver {
 public:
  Resolver(const ResolvedSettings* last_good, ResolvedSettings& result)
      : last_good_(last_good), result_(result) {}

  void decide(const SettingRow& row, const std::vector<Candidate>& candidates) {
    const SettingInForce* last = last_good_ == nullptr ? nullptr : &last_good_->keys[index_of(row)];
    SettingInForce chosen{row.section, row.key, print_setting(row, result_.settings),
                          Layer::defaults, "default"};
    std::vector<std::pair<Layer, std::string>> refused;  // problems, the lowest layer first
    bool highest_is_bad = false, follows_part = false;
    std::optional<Candidate> from_config;  // config.ini's value, if it is valid
    std::optional<SettingInForce> below;   // the value below a person's layers
    for (const Candidate& candidate : candidates) {
      if (candidate.layer > Layer::chosen && !below) below = chosen;
      if (row.form == Form::model_name && below && candidate.value == kAutoModel) {
        chosen = *below;
        highest_is_bad = false;
        // A printed value can always be read back.
        static_cast<void>(store_setting(row, chosen.value, result_.settings));
        continue;
      }
      const Status stored = store(row, candidate);
      highest_is_bad = !stored.ok();
      if (!stored.ok()) {
        refused.emplace_back(candidate.layer, refusal(row, candidate, stored.error().message));
        continue;
      }
      chosen.value = print_setting(row, result_.settings);
      chosen.layer = candidate.layer;
      const bool is_part = candidate.variable != nullptr && candidate.variable->part;
      chosen.where =
          is_part && follows_part ? chosen.where + ", " + candidate.where : candidate.where;
      follows_part = is_part;
      if (candidate.layer == Layer::config) {
        from_config = candidate;
        from_config->value = chosen.value;  // in its printed form: 0.7 for 0.70
      }
    }
    if (highest_is_bad && last != nullptr) chosen = *last;

    const bool waits =
        last != nullptr && row.effect == Effect::restart && chosen.value != last->value;
    if (waits) {
      report(NoticeKind::pending, chosen.layer,
             (chosen.layer == Layer::defaults ? "default" : chosen.where) + ": " + name_of(row) +
                 ": " + shown_in_force(chosen.value) + " takes effect on restart",
             "; " + shown_in_force(last->value) + " stays in force");
      chosen = *last;
    }
    for (const auto& [layer, problem] : refused) {
      report(NoticeKind::bad, layer, problem,
             "; " + shown_in_force(chosen.value) + " stays in force");
    }
    if (chosen.layer > Layer::config && from_config && from_config->value != chosen.value) {
      report(
          NoticeKind::held, Layer::config,
          place(*from_config, row) + ": " + shown_in_force(from_config->value) + " has no effect",
          "; " + chosen.where + " holds it at " + shown_in_force(chosen.value));
    }
    // A printed value can always be read back.
    static_cast<void>(store_setting(row, chosen.value, result_.settings));
    result_.keys.push_back(std::move(chosen));
  }

 private:
  Status store(const SettingRow& row, const Candidate& candidate) {
    if (!candidate.problem.empty()) return Error{candidate.problem};
    const TakenVariable* variable = candidate.variable;
    if (variable == nullptr || variable->convert == nullptr)
      return store_setting(row, candidate.value, result_.settings);
    const Result<std::string> value =
        variable->convert(candidate.value, print_setting(row, result_.settings));
    if (!value.ok()) return value.error();
    return store_setting(row, value.value(), result_.settings);
  }

  static std::string refusal(const SettingRow& row, const Candidate& candidate,
                             const std::string& why) {
    const std::string front = place(candidate, row) + ": ";
    if (!candidate.problem.empty()) return front + why;
    const std::string value =
        may_hide_secret(row, candidate.value) ? "the value" : "\"" + shown(candidate.value) + "\"";
    return front + value + " " + why;
  }

  void report(NoticeKind kind, Layer layer, const std::string& problem,
              const std::string& consequence) {
    result_.notices.push_back({kind, layer, problem, problem + consequence});
  }

  const ResolvedSettings* last_good_;
  ResolvedSettings& result_;
};

// The file whose values are in force and which has disappeared.
std::optional<SettingsFile> lost_file(Layer layer, const ResolvedSettings* last_good) {
  if (last_good == nullptr) return std::nullopt;
  const auto key = std::ranges::find(last_good->keys, layer, &SettingInForce::layer);
  if (key == last_good->keys.end()) return std::nullopt;
  const std::string name = key->where.substr(0, key->where.rfind(':'));
  return SettingsFile{name, "", name + ": the file is gone"};
}

void read_file_layer(std::optional<SettingsFile> file, Layer layer,
                     const ResolvedSettings* last_good, Candidates& candidates,
                     std::vector<SettingsNotice>& notices) {
  if (!file) file = lost_file(layer, last_good);
  if (!file) return;
  FileLayer reader(*file, layer);
  reader.read(last_good, candidates);
  for (SettingsNotice& notice : std::move(reader).notices()) notices.push_back(std::move(notice));
}
}  // namespace

std::vector<std::string> environment_names() {
  std::vector<std::string> names;
  for (const SettingRow& row : setting_rows()) {
    if (row.scope != Scope::profile_only) names.push_back(environment_name(row.section, row.key));
  }
  for (const EnvironmentSet& set : all_environment_sets())
    for (const TakenVariable& variable : set.variables)
      if (std::ranges::find(names, variable.name) == names.end()) names.emplace_back(variable.name);
  return names;
}

bool is_file(Layer layer) {
  return is_profile(layer) || layer == Layer::config || layer == Layer::scenario;
}

Status put_in_force(SettingInForce setting, ResolvedSettings& resolved) {
  const SettingRow* row = find_setting(setting.section, setting.key);
  if (row == nullptr)
    return Error{"[" + setting.section + "] " + setting.key + ": no such setting"};
  if (Status stored = store_setting(*row, setting.value, resolved.settings); !stored.ok())
    return Error{name_of(*row) + ": the value " + stored.error().message};
  setting.value = print_setting(*row, resolved.settings);
  resolved.keys[index_of(*row)] = std::move(setting);
  return Done{};
}

ResolvedSettings resolve_settings(const SettingLayers& layers, const ResolvedSettings* last_good) {
  ResolvedSettings result;
  result.settings.proxy.runs = layers.runs;
  Candidates candidates(setting_rows().size());
  read_file_layer(layers.profile, Layer::profile, last_good, candidates, result.notices);
  read_file_layer(layers.surface_profile, Layer::surface_profile, last_good, candidates,
                  result.notices);
  add_flags(layers.flags, Layer::chosen, candidates, result.notices);
  read_file_layer(layers.config, Layer::config, last_good, candidates, result.notices);
  read_file_layer(layers.scenario, Layer::scenario, last_good, candidates, result.notices);
  add_taken(layers.environment, taken_set(candidates), candidates);
  add_environment(layers.environment, candidates, result.notices);
  add_flags(layers.flags, Layer::flag, candidates, result.notices);
  Resolver resolver(last_good, result);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    resolver.decide(setting_rows()[i], candidates[i]);
  }
  return result;
}

// The settings before any profile is read.
static Settings without_profiles(const SettingLayers& layers) {
  SettingLayers others = layers;
  others.profile.reset();
  others.surface_profile.reset();
  return resolve_settings(others, nullptr).settings;
}

std::string chosen_scenario(const SettingLayers& layers, const ResolvedSettings* last_good) {
  if (last_good != nullptr) return last_good->settings.agent.scenario;
  SettingLayers others = layers;
  others.scenario.reset();
  return without_profiles(others).agent.scenario;
}

std::string chosen_profile(const SettingLayers& layers, const ResolvedSettings* last_good) {
  std::string profile =
      (last_good != nullptr ? last_good->settings : without_profiles(layers)).agent.profile;
  return profile == kAutoProfile ? std::string(kDefaultProfile) : profile;
}

std::string chosen_surface(const SettingLayers& layers, const ResolvedSettings* last_good) {
  return (last_good != nullptr ? last_good->settings : without_profiles(layers)).surface.kind;
}

Result<ResolvedSettings> start_settings(const SettingLayers& layers, BadFile files) {
  ResolvedSettings start = resolve_settings(layers, nullptr);
  std::string problems;
  for (const SettingsNotice& notice : start.notices) {
    if (notice.kind != NoticeKind::bad || (is_file(notice.layer) && files == BadFile::keep_going))
      continue;
    // A variable that sets two keys is reported once.
    if (problems.ends_with(notice.problem)) continue;
    problems += (problems.empty() ? "" : "\n") + notice.problem;
  }
  if (!problems.empty()) return Error{problems};
  return start;
}
}  // namespace franz
