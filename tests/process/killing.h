#pragma once
// Simulates a power cut.
#include <gtest/gtest.h>
#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>
#include "tests/process/processes.h"
#include "tests/process/running_proxy.h"

namespace franz {
// Waits for the processes to end: a killed one may take a while on a busy machine.
inline bool are_gone(const std::vector<long long>& processes) {
  const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
  while (std::ranges::any_of(processes, is_alive)) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

// Kills the proxy and waits until its descendants are gone, too.
inline void kill_with_all_below(RunningProxy& proxy) {
  const std::vector<long long> children = descendants(proxy.pid());
  kill_hard(proxy.pid());
  ASSERT_TRUE(are_gone(children));
}
}  // namespace franz
