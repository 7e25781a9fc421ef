#include "executor/dialect/feedback_lines.h"
#include <algorithm>
#include <cstddef>

namespace franz::executor {
static constexpr std::size_t kMaxListed = 20;

std::string list_calls(std::span<const std::string> calls) {
  std::string text;
  for (const std::string& each : calls.first(std::min(calls.size(), kMaxListed)))
    text += (text.empty() ? "" : ", ") + each;
  if (calls.size() > kMaxListed)
    text += " and " + std::to_string(calls.size() - kMaxListed) + " more";
  return text;
}

std::string clamped_note(std::span<const std::string> calls) {
  return calls.empty() ? "" : "NOTE: clamped to 0-1000: " + list_calls(calls) + "\n";
}
}  // namespace franz::executor
