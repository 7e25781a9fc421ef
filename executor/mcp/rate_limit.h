#pragma once
#include <deque>
#include <optional>

namespace franz::mcp {
// At most so many actions in any minute.
class RateLimit {
 public:
  explicit RateLimit(int a_minute) : most_(a_minute) {}  // 0: as many as come

  // Counts an action at `now_ms`, which never goes back; or the milliseconds until one may be made.
  std::optional<double> take(double now_ms);

 private:
  int most_;
  std::deque<double> times_;  // of the last minute's
};
}  // namespace franz::mcp
