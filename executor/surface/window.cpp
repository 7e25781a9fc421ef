#include "executor/surface/window.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/wire/warning_codes.h"
#include "executor/surface/action_runner.h"
#include "executor/surface/window_area.h"

namespace franz::executor {
static bool has(const std::vector<Warning>& warnings, std::string_view code) {
  return std::ranges::find(warnings, code, &Warning::code) != warnings.end();
}

SurfaceResult run_in_window(const Turn& turn, const Ports& ports) {
  const PictureOptions& options = turn.request.options;
  const DesktopOptions& desktop = turn.request.desktop;
  WindowArea::Findings found;
  const auto open = [&]() -> Result<std::unique_ptr<ActingArea>> {
    const auto id = options.window ? window_number(*options.window) : std::nullopt;
    if (!id) return Error{"no window is named that bounds what is acted on"};
    Result<std::unique_ptr<Desktop>> opened = ports.open_desktop(desktop);
    if (!opened.ok()) return opened.error();
    return std::unique_ptr<ActingArea>(std::make_unique<WindowArea>(
        std::move(opened).value(),
        WindowArea::Bounds{*id, options.window->pid, desktop.only_windows,
                           options.seen ? std::optional(options.seen->screen) : std::nullopt,
                           desktop.strict},
        found));
  };
  if (!turn.request.reply && turn.request.mode == ActingMode::act) {
    // A failure is reported when the first action meets it.
    if (const Result<std::unique_ptr<ActingArea>> shown = open(); shown.ok()) {
      const Call focus{ToolId::focus_window, {std::string()}};
      if (shown.value()->focus(focus, {}).outcome == Outcome::done) ports.pause(desktop.settle_ms);
    }
  }
  SurfaceResult result = run_on_screen(turn, ports, open);
  // The capturer does not report it if it failed or was not asked.
  const bool reported = result.capture.ok() && has(result.capture.value().warnings, kWindowGone);
  if (found.gone && !reported)
    result.warnings.push_back({std::string(kWindowGone), std::string(kWindowIsGone)});
  if (!found.moved.empty())
    result.warnings.push_back(
        {std::string(kWindowMoved),
         "the window " + found.moved +
             " since your picture: places were taken from its top left corner "
             "as it is now"});
  return result;
}
}  // namespace franz::executor
