#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"
#include "common/wire/executor_messages.h"

namespace CLI {
class App;
}

namespace franz::mcp {
struct Options {
  std::vector<std::string> allowed_windows;  // parts of titles; none: all windows
  bool read_only = false;
  bool private_display = false;
  Size size{1280, 800};              // of the private display, pixels
  std::vector<std::string> program;  // shown there, and its arguments; empty: none
  int rate = 0;                      // actions a minute; 0: no limit
  std::optional<Approve> approve;    // nothing: as it is usual on the display
  std::string runs;                  // the folder of run folders
};

const char* approve_name(Approve approve);  // as --approve has it

// The command line. What is returned ends the program with that exit code, and all is said.
// With `visit`, nothing is parsed: it is shown the options. Man page and completions are made of
// them.
std::optional<int> parse_options(int count, const char* const* arguments, Options& options,
                                 const std::function<void(const CLI::App&)>& visit = nullptr);
}  // namespace franz::mcp
