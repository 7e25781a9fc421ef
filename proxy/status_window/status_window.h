#pragma once
// A small window above all others that takes no input: the mouse goes through it, and it is never
// the active one. It is kept out of pictures of the screen, so that the model does not see it.
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz::status_window {
// Whether it may be where pictures show it.
enum class Pictures { without_it, may_show_it };

class StatusWindow {
 public:
  virtual ~StatusWindow() = default;
  // What it shows from now on; the newest lines only, if several come at once. UTF-8. Any thread.
  virtual void show(std::vector<std::string> lines, long long number) = 0;
  virtual void close() = 0;  // any thread
  // Shows what it is given until it is closed; on the thread that opened it. `shown`: the lines of
  // that number are on the screen. False: somebody else closed it.
  virtual bool run(const std::function<void(long long number)>& shown) = 0;
};

// Not on the screen before its first lines. Failure: it cannot be made, or (`without_it`) Windows
// does not keep it out of pictures; in words.
Result<std::unique_ptr<StatusWindow>> open_status_window(Pictures pictures);
}  // namespace franz::status_window
