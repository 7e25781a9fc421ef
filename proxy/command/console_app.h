#pragma once
// Lines on standard output (and standard error), from a thread of their own: a terminal that is
// held (Ctrl-S) or a pipe that nobody reads must not stop the run. Lines beyond 1 MiB waiting are
// lost.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace franz::proxy {
class Console {
 public:
  Console();
  ~Console();  // finish()
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  void line(std::string text);  // without its end; any thread
  // A line on standard error too, unless that goes to the same place.
  void error_line(std::string text);
  // Waits a moment for what is queued, not for a reader that never comes. Later lines are lost.
  void finish();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the thread, which may outlive us
};
}  // namespace franz::proxy
