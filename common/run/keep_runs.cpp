#include "common/run/keep_runs.h"
#include <algorithm>
#include <string_view>

namespace franz {
static bool is_run_name(std::string_view name) {
  constexpr std::string_view kShape = "run_00000000_000000";
  if (name.size() < kShape.size()) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool digit = name[i] >= '0' && name[i] <= '9';
    if (kShape[i] == '0' ? !digit : name[i] != kShape[i]) return false;
  }
  return name.size() == kShape.size() || name[kShape.size()] == '_';
}

std::vector<std::string> surplus_runs(std::vector<std::string> names, const std::string& current,
                                      int keep) {
  if (keep <= 0) return {};
  std::erase_if(names,
                [&](const std::string& name) { return name == current || !is_run_name(name); });
  std::sort(names.begin(), names.end());  // the stamp in a name sorts by time
  const auto kept = static_cast<std::size_t>(keep - 1);
  names.resize(names.size() - std::min(names.size(), kept));
  return names;
}
}  // namespace franz
