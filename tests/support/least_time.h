// How the time of work grows with its input, told by processor time.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include "tests/support/user_time.h"

namespace franz {
// Seconds of one run, the least of several: what else the machine does only adds. Short work is
// done as often as it takes to be measured, for some systems' clocks tick a hundred times a second.
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

// How many times as long `work` takes with `full` as with `part`: the least of up to ten
// measurements of both, one behind the other, the first below `limit` being enough. A machine that
// is disturbed for as long as one measurement takes makes that one wrong; work that really grows
// beyond the limit is beyond it each time.
inline double growth(const std::string& part, const std::string& full, double limit,
                     const std::function<void(const std::string&)>& work) {
  keep_freed_memory();
  double least = 1e9;
  for (int i = 0; i < 10 && least >= limit; ++i) {
    const double part_time = least_time([&] { work(part); });
    least = std::min(least, least_time([&] { work(full); }) / part_time);
  }
  return least;
}
}  // namespace franz
