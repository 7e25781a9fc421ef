// How the time of work grows with its input, told by processor time.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include "tests/support/processor_time.h"

namespace franz {
// Seconds of one run. Short work is done as often as it takes to be measured.
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

// How many times as long `work` takes with `full` as with `part`: the least of up to ten
// measurements of both, the first below `limit` being enough. A machine that is disturbed for as
// long as one measurement takes makes that one wrong; work that really grows beyond the limit is
// beyond it each time. `full` runs first and touches the memory for both. `part` counts with the
// least of three times: otherwise a disturbance of the shorter work would hide such growth.
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
