// For what a test can only ask for again and again, because nothing tells of it.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace franz {
// Whether it came true within `patience`, which is long: a slow machine's, not what is expected.
inline bool wait_until(const std::function<bool()>& is_true,
                       std::chrono::milliseconds patience = std::chrono::seconds(60)) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!is_true()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}
}  // namespace franz
