// Whether work grows with its input as it should, told by processor time.
#pragma once

#include <algorithm>
#include <functional>
#include "tests/support/user_time.h"

namespace franz {
constexpr double kFirstTouch = 1e-2;  // seconds that fresh memory may cost the larger input

// Seconds, the least of several runs: what else the machine does only adds. Short work is done as
// often as it takes to be measured, for some systems' clocks tick a hundred times a second.
inline double least_time(const std::function<void()>& work) {
  constexpr double kMeasurable = 5e-2;
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = user_seconds();
    double seconds = 0;
    int runs = 0;
    while (seconds < kMeasurable) {
      work();
      ++runs;
      seconds = user_seconds() - start;
    }
    least = std::min(least, seconds / runs);
  }
  return least;
}
}  // namespace franz
