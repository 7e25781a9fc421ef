#include "executor/mcp/rate_limit.h"
#include <cstddef>

namespace franz::mcp {
static constexpr double kMinute = 60'000;  // ms

std::optional<double> RateLimit::take(double now_ms) {
  if (most_ == 0) return std::nullopt;
  while (!times_.empty() && times_.front() + kMinute <= now_ms) times_.pop_front();
  if (times_.size() >= static_cast<std::size_t>(most_)) return times_.front() + kMinute - now_ms;
  times_.push_back(now_ms);
  return std::nullopt;
}
}  // namespace franz::mcp
