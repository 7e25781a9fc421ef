#pragma once
// Starting programs that outlive us.
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz::executor {
class Launcher {
 public:
  virtual ~Launcher() = default;
  // Starts a program, looked up in PATH, in a session of its own: it has no stream, no other file
  // and no signal setting of ours. `words`: program and arguments, at least one. Failure: why it
  // did not start.
  virtual Status launch(const std::vector<std::string>& words) = 0;
};
}  // namespace franz::executor
