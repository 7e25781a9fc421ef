// Measures how the processor time of work grows with its input.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include "tests/support/processor_time.h"

namespace franz {
// Seconds of one run. Short work is repeated until it can be measured.
inline double time_of(const std::function<void()>& work) {
  constexpr double kMeasurable = 2e-3;
  const double start = processor_seconds();
  double seconds = 0;
  int runs = 0;
  while (seconds < kMeasurable) {
    work();
    ++runs;
    seconds = processor_seconds() - start;
  }
  return seconds / runs;
}

// The ratio of the times of `work` with `full` and with `part`: the smallest of up to ten
// measurements of both; the first one below `limit` is enough. A disturbance of the machine spoils
// single measurements, but work that really grows beyond the limit exceeds it every time. `full`
// runs first and touches the memory for both. `part` counts with the smallest of three times:
// otherwise a disturbance of the shorter work would hide such growth.
inline double growth(const std::string& part, const std::string& full, double limit,
                     const std::function<void(const std::string&)>& work) {
  keep_freed_memory();
  double least = 1e9;
  for (int i = 0; i < 10 && least >= limit; ++i) {
    const double full_time = time_of([&] { work(full); });
    double part_time = 1e9;
    for (int run = 0; run < 3; ++run) part_time = std::min(part_time, time_of([&] { work(part); }));
    least = std::min(least, full_time / part_time);
  }
  return least;
}
}  // namespace franz
