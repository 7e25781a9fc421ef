// For conditions that a test must poll, because nothing reports them.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace franz {
// Whether it became true within `patience`, which is long enough for a slow machine.
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
