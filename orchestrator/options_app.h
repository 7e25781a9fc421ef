#pragma once
// The orchestrator's command line.
#include <optional>
#include <string>
#include <vector>
#include "common/settings/settings.h"

namespace franz::orchestrator {
struct Options {
  std::string config, run_dir, vlm;  // empty: not given
  std::vector<FlagValue> flags;
};

// The exit code, if the program ends here: help, version, or invalid arguments (2).
std::optional<int> parse_options(int count, const char* const* arguments, Options& options);
}  // namespace franz::orchestrator
