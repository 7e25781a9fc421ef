#pragma once
// When the live screen is captured: one capture at a time and at most four per second, for any
// number of requests. Pure.
#include <cstdint>
#include <optional>

namespace franz::proxy {
inline constexpr int kLookRestMs = 250;  // from the end of a capture to the next

class LivePace {
 public:
  enum class Next {
    last,  // the result of the last capture is new enough
    wait,  // wait for the current capture
    look,  // none is running: the caller starts one and calls looked() at its end
  };
  // `now_ms`: from a monotonic clock.
  Next asked(std::int64_t now_ms);
  void looked(std::int64_t now_ms);

 private:
  bool looking_ = false;
  std::optional<std::int64_t> looked_ms_;
};
}  // namespace franz::proxy
