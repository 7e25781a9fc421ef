#pragma once
// The flags that hold settings, as proxy and orchestrator take them, and the objective.
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
  std::vector<std::string> words;  // what is neither a flag nor its value: the objective
  bool dry_run = false, yes = false;
};

// Adds them to a command line, which fills in `flags`, and so outlives `app`'s parsing.
void add_setting_flags(CLI::App& app, SettingFlags& flags);

// What the command line holds, after parsing. `commands`: the program's subcommands, near to which
// an objective of one word is taken for a misspelt one; `dashes`: whether the words were found
// after "--". Failure: which flag, why, and what would be right.
Result<std::vector<FlagValue>> held_by(const CLI::App& app, const SettingFlags& flags,
                                       std::span<const std::string_view> commands, bool dashes);

// Prints help, or what is wrong with the arguments, with the flag that may have been meant. They
// may be names that a shell found. Returns the program's exit code, 0 or 2; 1 where help could not
// be printed.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& error);
}  // namespace franz
