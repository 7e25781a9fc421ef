#pragma once
// The files of the config folder that are chosen by name: scenarios/NAME.json, profiles/NAME.ini
// and profiles/NAME.SURFACE.ini, a profile's additional settings for a surface.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings.h"

namespace franz {
inline constexpr std::string_view kScenarioEnd = ".json";

// The folder of profiles, prompts and scenarios. `config_file`: from --config; empty: not given.
std::string config_folder_of(const std::string& config_file);

// The files in a folder of the config folder ("scenarios") whose names end with `end`: their names
// without it, sorted. Failure: as list_folder().
Result<std::vector<std::string>> names_in(const std::string& config_folder,
                                          const std::string& folder, std::string_view end);

std::string scenario_path(const std::string& config_folder, const std::string& name);
std::string profile_path(const std::string& config_folder, const std::string& name);
std::string surface_profile_path(const std::string& config_folder, const std::string& name,
                                 const std::string& surface);

// All profiles, sorted, without their files for surfaces. Failure: as list_folder().
Result<std::vector<std::string>> profile_names(const std::string& config_folder);

// Replaces a scenario's number in the flags (from 1, in the list of names) by its name. A number
// that is the name of a file stays. Failure: there is no scenario with that number.
Status name_scenarios(const std::string& config_file, std::vector<FlagValue>& flags);

// An entry of the list of scenarios.
struct ListedScenario {
  int number = 0;                     // from 1
  std::string name, title, profile;   // title and profile may be empty
  std::vector<std::string> problems;  // "scenarios/cat.json:3: …"; empty: it can be run
};
// All scenarios, in the order of their numbers. Failure: the folder cannot be read.
Result<std::vector<ListedScenario>> list_scenarios(const std::string& config_file);
// The list for people, in columns: "1  cat    toolcall  A cat, line by line"; "-": no profile.
std::string scenarios_table(const std::vector<ListedScenario>& scenarios);
}  // namespace franz
