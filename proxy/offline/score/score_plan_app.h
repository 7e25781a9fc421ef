#pragma once
// The plan of a score from the command line, or of the bundle that it continues.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "proxy/command/options_app.h"
#include "proxy/offline/score/ledger_file_app.h"

namespace franz::proxy {
// Opens the bundle of --out, or a new one in the folder of runs; makes the plan and writes it as
// the ledger's first line. A bundle that has a plan is continued if the command gives an equal one.
// Shows the commands of tasks that FRANZ does not ship and asks for consent. Failure: for people.
Result<std::unique_ptr<LedgerFile>> open_score(const Options& options);

// The axes: a flag or a setting with two or more different values, in the order of the command
// line. The others are added to `fixed`. `held`: the settings of the command, by SECTION.KEY.
std::vector<ScoreAxis> axes_of(const SettingValues& held, SettingValues& fixed);

// Whether `name` matches a pattern in which * is any text and ? one character.
bool matches_glob(std::string_view pattern, std::string_view name);
}  // namespace franz::proxy
