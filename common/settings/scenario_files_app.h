#pragma once
// The files of the config folder that are chosen by name: config/scenarios/NAME.json,
// config/profiles/NAME.ini and what a profile adds for a surface, config/profiles/NAME.SURFACE.ini.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings.h"

namespace franz {
inline constexpr std::string_view kScenarioEnd = ".json";

// Where profiles, prompts and scenarios are. `config_file`: from --config; empty: not given.
std::string config_folder_of(const std::string& config_file);

// The names of the files in a folder of the config folder ("scenarios") that end so, without their
// ends, sorted. Failure: as list_folder().
Result<std::vector<std::string>> names_in(const std::string& config_folder,
                                          const std::string& folder, std::string_view end);

std::string scenario_path(const std::string& config_folder, const std::string& name);
std::string profile_path(const std::string& config_folder, const std::string& name);
std::string surface_profile_path(const std::string& config_folder, const std::string& name,
                                 const std::string& surface);

// The profiles there are, sorted, without what they add for surfaces. Failure: as list_folder().
Result<std::vector<std::string>> profile_names(const std::string& config_folder);

// Of each flag that asks for a scenario by its number in the list of names, from 1, makes the name.
// A name that is a number stays, if there is such a file. Failure: there is none of that number.
Status name_scenarios(const std::string& config_file, std::vector<FlagValue>& flags);

// A scenario as a list shows it.
struct ListedScenario {
  int number = 0;                     // from 1
  std::string name, title, profile;   // title and profile may be empty
  std::vector<std::string> problems;  // "scenarios/cat.json:3: …"; none: it can be run
};
// All there are, in the order of their numbers. Failure: the folder cannot be read.
Result<std::vector<ListedScenario>> list_scenarios(const std::string& config_file);
// For people: "1  cat    toolcall  A cat, line by line", in columns; of no profile "-".
std::string scenarios_table(const std::vector<ListedScenario>& scenarios);
}  // namespace franz
