#pragma once
// When the live screen is captured: one capture at a time, for any number of requests, and at most
// a seventh of the time, so that looking takes less than 15 % of a processor. Pure.
#include <cstdint>
#include <optional>

namespace franz::proxy {
// From the end of a capture to the next, at least: while people only watch, and while somebody uses
// the screen.
inline constexpr std::int64_t kWatchRestMs = 250, kUseRestMs = 60;
inline constexpr std::int64_t kRestPerCapture = 6;  // times as long as the capture took

class LivePace {
 public:
  enum class Next {
    last,  // the result of the last capture is new enough
    wait,  // wait for the current capture
    look,  // none is running: the caller starts one and calls looked() at its end
  };
  // `now_ms`: from a monotonic clock. `rest_ms`: kWatchRestMs or kUseRestMs.
  Next asked(std::int64_t now_ms, std::int64_t rest_ms);
  // The capture has ended. After one that failed the rest is the shortest one: its time was spent
  // waiting, and does not tell how much a capture costs.
  void looked(std::int64_t now_ms, bool succeeded);
  // The last result is no longer wanted.
  void forget() { looked_ms_.reset(); }

 private:
  bool looking_ = false;
  std::int64_t began_ms_ = 0, took_ms_ = 0;
  std::optional<std::int64_t> looked_ms_;
};
}  // namespace franz::proxy
