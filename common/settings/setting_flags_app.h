#pragma once
// The flags of proxy and orchestrator that hold settings, and the objective.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace franz {
struct SettingFlags {
  std::string config;  // --config; empty: not given
  std::string profile, model, objective, scenario, window, screen, turns;
  std::vector<std::string> sets;   // of --set: SECTION.KEY=VALUE
  std::vector<std::string> words;  // arguments without a flag: the objective
  bool dry_run = false, yes = false, insecure = false;
};

// Adds the flags to a command line. Parsing fills `flags`, which must exist until then.
void add_setting_flags(CLI::App& app, SettingFlags& flags);

// Reads the value of a --set: "SECTION.KEY=VALUE". Failure: another form.
Result<FlagValue> read_set(const std::string& text);

// The settings that the command line holds, after parsing. `commands` and `dashes` (the words were
// after "--"): as for bare_objective(). Failure: which flag, why, and what would be right.
Result<std::vector<FlagValue>> held_by(const CLI::App& app, const SettingFlags& flags,
                                       std::span<const std::string_view> commands, bool dashes);

// Prints the help, or what is wrong with the arguments and which flag may have been meant. Returns
// the program's exit code: 0, 2, or 1 if the help could not be printed.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& error);
}  // namespace franz
