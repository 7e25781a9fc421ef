#pragma once
// Ends an object whose thread may be blocked on a disk. A thread that waits in a read or write of a
// disk that does not answer can be neither cancelled nor joined.
#include <chrono>
#include <functional>
#include <memory>

namespace franz::proxy {
class BoundedEnd {
 public:
  // Calls `end` immediately on its own thread.
  explicit BoundedEnd(std::function<void()> end);

  // Returns true once `end` has returned; each call waits at most `patience` for that. While it
  // returns false, everything that `end` uses must stay alive: leave the program with std::_Exit.
  bool over_within(std::chrono::milliseconds patience);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // shared with the thread, which may outlive us
};
}  // namespace franz::proxy
