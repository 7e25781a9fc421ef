// Whether work grows with its input as it should, told by processor time.
#pragma once

#include <algorithm>
#include <ctime>
#include <functional>

namespace franz {
constexpr double kFirstTouch = 1e-2;  // seconds that fresh memory may cost the larger input

// Seconds, the least of several runs: what else the machine does only adds.
inline double least_time(const std::function<void()>& work) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t start = std::clock();
    work();
    least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return least;
}
}  // namespace franz
