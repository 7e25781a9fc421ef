#pragma once
// Ctrl-C, termination, a closed console.
#include <functional>

namespace franz {
inline constexpr int kStopped = 130;  // the exit code that shells know for an end by Ctrl-C

// Calls `on_stop` on a thread of its own, with 1 for the first request to stop, 2 for the second, …
// Call once, before any other thread starts, so that the signals reach nobody else.
void watch_stop_signals(std::function<void(int count)> on_stop);

// Writing to a closed pipe or socket is an error code here, not the end of the process.
void ignore_broken_pipes();
}  // namespace franz
