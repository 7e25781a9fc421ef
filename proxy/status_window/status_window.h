#pragma once
// A small window on top that takes no input: the mouse passes through it, and it is never active.
// It is excluded from pictures of the screen, so that the model does not see it.
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz::status_window {
// Whether it may appear in pictures.
enum class Pictures { without_it, may_show_it };

class StatusWindow {
 public:
  virtual ~StatusWindow() = default;
  // Sets the lines to show, UTF-8; if several calls come in quick succession, only the newest lines
  // are shown. Any thread.
  virtual void show(std::vector<std::string> lines, long long number) = 0;
  virtual void close() = 0;  // any thread
  // Shows the lines until it is closed; call it on the thread that opened it. `shown`: the lines
  // with that number are on the screen. False: somebody else closed it.
  virtual bool run(const std::function<void(long long number)>& shown) = 0;
};

// Invisible before its first lines. Failure: it cannot be created, or (`without_it`) Windows does
// not exclude it from pictures; the message says why.
Result<std::unique_ptr<StatusWindow>> open_status_window(Pictures pictures);
}  // namespace franz::status_window
