#pragma once
// A scenario: a task, with the settings that suit it; a file in config/scenarios, named for it.
//   {"title":"A house by the sea",
//    "prompt":"Draw a house …",
//    "profile":"narrative",
//    "settings":{"agent.max_steps":40,"surface.picture":"640x360"}}
// `prompt` is what [agent] objective is, `profile` [agent] profile; `settings` holds any setting
// that config.ini may hold, by its name in the settings of run.jsonl. All but the prompt may be
// missing.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/ini.h"

namespace franz {
struct Scenario {
  std::string title;              // UTF-8; empty: none
  std::vector<IniEntry> entries;  // what it sets, with the lines; of bad ones the problem
};

// `name`: the file's, for messages. Failure: it is no such object, "scenarios/cat.json:2: /title is
// no text". A value that is none for its setting is an entry like any other: who resolves it tells.
Result<Scenario> parse_scenario(std::string_view json, const std::string& name);
}  // namespace franz
