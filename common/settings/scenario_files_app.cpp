#include "common/settings/scenario_files_app.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/path_parts.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/settings/scenario.h"
#include "common/tools/surface_facts.h"

namespace franz {
static constexpr std::size_t kMaxScenario = 1UL << 20U;  // bytes

// A config.ini in another folder may have its own profiles, prompts and scenarios, or use ours.
std::string config_folder_of(const std::string& config_file) {
  std::string found = find_config_folder().value_or("config");
  if (config_file.empty()) return found;
  const std::string beside = folder_above(config_file);
  return folder_exists(join_path(beside, "prompts")) ? beside : found;
}

Result<std::vector<std::string>> names_in(const std::string& config_folder,
                                          const std::string& folder, std::string_view end) {
  const Result<std::vector<std::string>> files = list_config_folder(config_folder, folder);
  if (!files.ok()) return files.error();
  std::vector<std::string> names;
  for (const std::string& file : files.value())
    if (file.ends_with(end)) names.push_back(file.substr(0, file.size() - end.size()));
  std::ranges::sort(names);  // the names, because "cat-2.json" is before "cat.json"
  return names;
}

std::string scenario_path(const std::string& config_folder, const std::string& name) {
  return config_path(config_folder, join_path("scenarios", name + std::string(kScenarioEnd)));
}

std::string profile_path(const std::string& config_folder, const std::string& name) {
  return config_path(config_folder, join_path("profiles", name + ".ini"));
}

std::string surface_profile_path(const std::string& config_folder, const std::string& name,
                                 const std::string& surface) {
  return profile_path(config_folder, name + "." + surface);
}

Result<std::vector<std::string>> profile_names(const std::string& config_folder) {
  Result<std::vector<std::string>> names = names_in(config_folder, "profiles", ".ini");
  if (!names.ok()) return names;
  std::erase_if(names.value(), [](const std::string& name) {
    return std::ranges::any_of(all_surfaces(), [&](const SurfaceFacts& surface) {
      return name.ends_with("." + std::string(surface.name));
    });
  });
  return names;
}

Status name_scenarios(const std::string& config_file, std::vector<FlagValue>& flags) {
  const std::string folder = config_folder_of(config_file);
  for (FlagValue& flag : flags) {
    if (flag.section != "agent" || flag.key != "scenario" || flag.value.empty()) continue;
    std::size_t number = 0;
    const char* end = flag.value.data() + flag.value.size();
    const auto read = std::from_chars(flag.value.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) continue;
    if (file_exists(scenario_path(folder, flag.value))) continue;
    const auto names = names_in(folder, "scenarios", kScenarioEnd);
    if (!names.ok()) return within(flag.flag + " " + flag.value, names.error());
    if (number < 1 || number > names.value().size())
      return Error{flag.flag + " " + flag.value + ": there are " +
                   count_text(names.value().size(), "scenario") + ": " + command_name() +
                   " scenarios lists them"};
    flag.value = names.value()[number - 1];
  }
  return Done{};
}

Result<std::vector<ListedScenario>> list_scenarios(const std::string& config_file) {
  const std::string folder = config_folder_of(config_file);
  const auto names = names_in(folder, "scenarios", kScenarioEnd);
  if (!names.ok()) return names.error();
  std::vector<ListedScenario> all;
  for (const std::string& name : names.value()) {
    ListedScenario listed{static_cast<int>(all.size()) + 1, name, "", "", {}};
    SettingsFile file{"scenarios/" + name + std::string(kScenarioEnd), "", ""};
    Result<std::string> text = read_file(scenario_path(folder, name), kMaxScenario);
    if (text.ok()) {
      file.text = std::move(text).value();
    } else {
      file.failure = text.error().message;
    }
    if (const auto scenario = parse_scenario(file.text, file.name); scenario.ok()) {
      listed.title = scenario.value().title;
      for (const IniEntry& entry : scenario.value().entries)
        if (entry.section == "agent" && entry.key == "profile") listed.profile = entry.value;
    }
    if (!listed.profile.empty() && !file_exists(profile_path(folder, listed.profile)))
      listed.problems.push_back(file.name + ": no profile " + listed.profile);
    for (const SettingsNotice& notice : resolve_settings({.scenario = file}, nullptr).notices)
      listed.problems.push_back(notice.problem);
    all.push_back(std::move(listed));
  }
  return all;
}

static std::string column(std::string text, std::size_t width) {
  const std::size_t length = count_characters(text);
  if (length < width) text.append(width - length, ' ');
  return text + "  ";
}

std::string scenarios_table(const std::vector<ListedScenario>& scenarios) {
  const auto profile = [](const ListedScenario& scenario) {
    return scenario.profile.empty() ? std::string("-") : scenario.profile;
  };
  std::size_t number_width = 0, name_width = 0, profile_width = 0;
  for (const ListedScenario& scenario : scenarios) {
    number_width = std::max(number_width, std::to_string(scenario.number).size());
    name_width = std::max(name_width, count_characters(scenario.name));
    profile_width = std::max(profile_width, count_characters(profile(scenario)));
  }
  std::string table;
  for (const ListedScenario& scenario : scenarios) {
    table += printable(column(std::to_string(scenario.number), number_width) +
                       column(scenario.name, name_width) +
                       column(profile(scenario), profile_width) + scenario.title) +
             "\n";
  }
  return table;
}
}  // namespace franz
