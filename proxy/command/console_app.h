#pragma once
// Writes lines to standard output (and standard error) from its own thread, so that a held terminal
// (Ctrl-S) or an unread pipe does not stop the run. Drops lines while 1 MiB is waiting.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace franz::proxy {
class Console {
 public:
  Console();
  ~Console();  // calls finish()
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  void line(std::string text);  // `text` has no newline; any thread
  // Also writes the line to standard error, unless both go to the same place.
  void error_line(std::string text);
  // Waits briefly for the queued lines, but not for a blocked reader. Drops later lines.
  void finish();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // shared with the thread, which may outlive us
};
}  // namespace franz::proxy
