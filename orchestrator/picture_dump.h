#pragma once
// The pictures of `[agent] dump_dir`: screen_0001.png, screen_0002.png, …
#include <string>
#include <vector>

namespace franz::orchestrator {
// The name after the highest of `names`; the number has at least four digits.
std::string next_screen_file(const std::vector<std::string>& names);
}  // namespace franz::orchestrator
