#include "proxy/status_window/status_window_app.h"
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <string>
#include "common/os/detached_thread.h"
#include "common/os/print.h"
#include "common/os/stdio.h"
#include "proxy/status_window/status_lines.h"
#include "proxy/status_window/status_window.h"

namespace franz::status_window {
static constexpr std::size_t kMaxInputLine = 64UL << 10U;

static int fail(int code, const std::string& message) {
  print_error("status_window: " + message);
  return code;
}

int run_status_window_app(int argc, char** argv) {
  CLI::App app{
      "status_window: shows what a run is doing in a small window on top of all others. Reads one\n"
      "JSON object per line until its input ends. Pictures of the screen do not show the window."};
  bool in_pictures = false;
  app.add_flag("--in-pictures", in_pictures,
               "show it even if it cannot be excluded from pictures of the screen");
  app.set_version_flag("--version", "status_window " FRANZ_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const auto opened =
      open_status_window(in_pictures ? Pictures::may_show_it : Pictures::without_it);
  if (!opened.ok()) return fail(3, opened.error().message);
  StatusWindow& window = *opened.value();
  start_detached_thread([&window] {
    long long number = 0;
    read_input_lines(kMaxInputLine, [&](std::string_view line) {
      ++number;
      const Result<RunStatus> status = parse_run_status(line);
      if (status.ok()) return window.show(status_lines(status.value()), number);
      static_cast<void>(fail(0, "line " + std::to_string(number) + ": " + status.error().message));
    });
    window.close();
  });  // blocks in read until the program ends
  bool heard = true;
  const bool ended = window.run([&](long long number) {
    heard = print_line(status_shown_line(number)).ok();
    if (!heard) window.close();
  });
  // The thread still uses the window: exit without destroying it.
  std::_Exit(ended && heard ? 0 : 1);
}
}  // namespace franz::status_window
