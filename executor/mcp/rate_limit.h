#pragma once
#include <deque>
#include <optional>

namespace franz::mcp {
// Limits the number of actions in any minute.
class RateLimit {
 public:
  explicit RateLimit(int a_minute) : most_(a_minute) {}  // 0: no limit

  // Counts an action at `now_ms` (monotonic), or returns the milliseconds until one is allowed.
  std::optional<double> take(double now_ms);

 private:
  int most_;
  std::deque<double> times_;  // of the actions in the last minute
};
}  // namespace franz::mcp
