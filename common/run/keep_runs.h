#pragma once
#include <string>
#include <vector>

namespace franz {
// Which runs `[proxy] keep_runs` removes: all but the newest `keep` of the folders in `names` that
// are named like our runs (run_20260131_120000, possibly with a suffix after another _). `current`
// is the run that begins: it counts as the newest and is never removed. keep 0: all are kept.
std::vector<std::string> surplus_runs(std::vector<std::string> names, const std::string& current,
                                      int keep);
}  // namespace franz
