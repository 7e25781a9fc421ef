#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/desktop/screen_facts.h"
#include "common/geometry/screen_map.h"
#include "common/settings/settings.h"
#include "common/wire/executor_messages.h"

namespace CLI {
class App;
}

namespace franz::mcp {
struct Options {
  std::vector<std::string> allowed_windows;  // parts of titles; none: all windows
  bool read_only = false;
  bool private_display = false;
  SurfaceSettings screen;            // `display` and the VNC settings, as in config.ini
  Size size{1280, 800};              // of the private display, pixels
  std::vector<std::string> program;  // of the private display, with its arguments; empty: none
  int rate = 0;                      // actions per minute; 0: no limit
  std::optional<Approve> approve;    // nothing: the display's default
  std::string runs;                  // the folder of run folders
};

// Why --allow-window cannot be kept on this screen; empty: it can, or was not given.
std::string allowed_windows_trouble(const Options& options, const ScreenFacts& screen);

const char* approve_name(Approve approve);  // the value of --approve

// Parses the command line. A returned value is the exit code with which the program must end; all
// messages are printed. With `visit`, parses nothing and passes the options to it, for the man page
// and completions.
std::optional<int> parse_options(int count, const char* const* arguments, Options& options,
                                 const std::function<void(const CLI::App&)>& visit = nullptr);
}  // namespace franz::mcp
