#pragma once
// Starting programs that outlive us.
#include <memory>
#include <string>
#include <string_view>
#include <vector>
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

// Starts programs with the environment of this process. `display`: DISPLAY of what is started;
// empty: ours. `prefix`: the words that stand in front of each command, as of a program that
// confines it; the first is looked up in PATH, too.
std::unique_ptr<Launcher> make_launcher(std::string display, std::vector<std::string> prefix);
}  // namespace franz::executor
