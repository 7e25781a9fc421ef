#pragma once
#include <functional>
#include <string>
#include "common/base/result.h"
#include "proxy/offline/diff/run_diff.h"

namespace franz::proxy {
// Compares the runs in two folders (run_diff.h). The turns that lists show are compared: of several
// attempts the one that the run continued from. Failure: a run cannot be read, named by its folder,
// or `wanted`, called before each turn, returned false.
Result<RunDiff> diff_runs(const std::string& folder_a, const std::string& folder_b,
                          const std::function<bool()>& wanted);
}  // namespace franz::proxy
