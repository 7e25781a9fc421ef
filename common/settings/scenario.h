#pragma once
// A scenario: a task with its settings, a file in config/scenarios.
//   {"title":"A house by the sea",
//    "prompt":"Draw a house …",
//    "profile":"narrative",
//    "settings":{"agent.max_steps":40,"surface.picture":"640x360"}}
// `prompt` sets [agent] objective, `profile` sets [agent] profile, and `settings` sets any key of
// config.ini by its name in the settings of run.jsonl. Only the prompt is required.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/ini.h"

namespace franz {
struct Scenario {
  std::string title;              // UTF-8; empty: none
  std::vector<IniEntry> entries;  // what it sets, with line numbers; an invalid one has a problem
};

// `name`: the file's, for messages. Failure: it is not such an object, "scenarios/cat.json:2:
// /title: expected a text". Values are not checked here; the resolver reports them.
Result<Scenario> parse_scenario(std::string_view json, const std::string& name);
}  // namespace franz
