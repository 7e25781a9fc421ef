#pragma once
// Starting programs that outlive us.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::executor {
class Launcher {
 public:
  virtual ~Launcher() = default;
  // Starts what the command names; it has no stream, no other file and no signal setting of ours.
  // Its words are read as the system's users write them (command_words.h), and no shell reads them.
  // Returns a note: it ended at once, as if all were well; empty: it runs. Failure: why it did not
  // start, or how it ended at once.
  virtual Result<std::string> launch(std::string_view command) = 0;
};
}  // namespace franz::executor
