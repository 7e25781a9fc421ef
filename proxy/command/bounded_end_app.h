#pragma once
// Ends what a disk may hold: a thread that waits in a read or write of a disk that does not answer
// can neither be called off nor joined.
#include <chrono>
#include <functional>
#include <memory>

namespace franz::proxy {
class BoundedEnd {
 public:
  // Calls `end` at once, on a thread of its own.
  explicit BoundedEnd(std::function<void()> end);

  // True when `end` has returned; waits for that at most `patience`, each time it is asked. As long
  // as it is false, what `end` works on must live: leave the program with std::_Exit.
  bool over_within(std::chrono::milliseconds patience);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the thread, which may outlive us
};
}  // namespace franz::proxy
