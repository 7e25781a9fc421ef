#pragma once
// Starts programs that outlive this process.
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz::executor {
class Launcher {
 public:
  virtual ~Launcher() = default;
  // Starts a command; the program gets no streams, files or signal settings of ours. The command is
  // split as the system's users write it (command_words.h), without a shell. Returns a note if the
  // program ended immediately with success; empty: it runs. Failure: why it did not start, or how
  // it ended immediately.
  virtual Result<std::string> launch(std::string_view command) = 0;
};

// Starts programs with the environment of this process. `display`: their DISPLAY; empty: ours.
// `prefix`: words that precede each command, such as a program that confines it; the first word is
// also looked up in PATH.
std::unique_ptr<Launcher> make_launcher(std::string display, std::vector<std::string> prefix);
}  // namespace franz::executor
