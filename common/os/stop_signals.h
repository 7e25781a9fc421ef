#pragma once
// Ctrl-C, termination, a closed console.
#include <cstdint>
#include <functional>
#include <optional>

namespace franz {
inline constexpr int kStopped = 130;  // the exit code that shells use for Ctrl-C

// timeout(1) and service managers send a signal to a process and then to its group, so one request
// may arrive twice. Signals within this time of a request count as the same request.
inline constexpr std::int64_t kSameStopRequestMs = 1000;

// Counts requests to stop.
class StopRequests {
 public:
  // `now_ms`: of a steady clock. Returns 1 for the first request, 2 for the second, …; 0: the
  // signal belongs to the previous request.
  int number_of(std::int64_t now_ms) {
    if (last_ms_ && now_ms - *last_ms_ < kSameStopRequestMs) return 0;
    last_ms_ = now_ms;
    return ++count_;
  }

 private:
  std::optional<std::int64_t> last_ms_;
  int count_ = 0;
};

// Calls `on_stop` on its own thread, with 1 for the first request to stop, 2 for the second, … Call
// once, before any other thread starts, so that only that thread receives the signals.
void watch_stop_signals(std::function<void(int count)> on_stop);

// Makes writing to a closed pipe or socket return an error instead of ending the process.
void ignore_broken_pipes();
}  // namespace franz
