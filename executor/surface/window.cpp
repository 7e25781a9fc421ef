#include "executor/surface/window.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/wire/warning_codes.h"
#include "executor/desktop/window_desktop.h"
#include "executor/surface/real_screen.h"

namespace franz::executor {
namespace {
// "moved", "resized" or both, for two areas that differ.
std::string what_happened(const Screen& seen, const Screen& now) {
  const bool moved = seen.origin_x != now.origin_x || seen.origin_y != now.origin_y;
  const bool resized = seen.width != now.width || seen.height != now.height;
  return moved && resized ? "was moved and changed size" : moved ? "was moved" : "changed size";
}

bool has(const std::vector<Warning>& warnings, std::string_view code) {
  return std::ranges::find(warnings, code, &Warning::code) != warnings.end();
}
}  // namespace

Performance perform_in_window(const Turn& turn, const Ports& ports) {
  const PictureOptions& options = turn.request.options;
  const DesktopOptions& desktop = turn.request.desktop;
  std::string moved;  // what happened, where places were taken anew
  bool gone = false;
  const auto open = [&]() -> Result<std::unique_ptr<Desktop>> {
    const auto id = options.window ? window_number(*options.window) : std::nullopt;
    if (!id) return Error{"no window is named that bounds what is acted on"};
    Result<std::unique_ptr<Desktop>> opened = ports.open_desktop(desktop);
    if (!opened.ok()) return opened;
    auto bounded = std::make_unique<WindowDesktop>(
        std::move(opened).value(),
        WindowDesktop::Bounds{*id, options.window->pid, desktop.only_windows,
                              options.seen ? std::optional(options.seen->screen) : std::nullopt,
                              [&] { gone = true; }});
    return std::unique_ptr<Desktop>(std::move(bounded));
  };
  const auto placed = [&](const Call& call, const Screen& seen, const Screen& now) -> Result<Call> {
    if (!start_point(call) || seen == now) return call;
    const std::string happened = what_happened(seen, now);
    if (desktop.strict) return Error{"the window " + happened + " since your picture"};
    moved = happened;
    return with_moved_places(call, seen, now);
  };
  if (!turn.request.reply && turn.request.mode == ActingMode::act) {
    // What fails here is told when the first action meets it.
    if (const Result<std::unique_ptr<Desktop>> shown = open(); shown.ok()) {
      const Call focus{ToolId::focus_window, {std::string()}};
      if (shown.value()->perform(focus, {}).outcome == Outcome::done)
        ports.pause(desktop.settle_ms);
    }
  }
  Performance performance = perform_on_real_screen(turn, ports, {open, placed});
  // The capturer has not told where it failed or was not asked.
  const bool told =
      performance.capture.ok() && has(performance.capture.value().warnings, kWindowGone);
  if (gone && !told)
    performance.warnings.push_back({std::string(kWindowGone), std::string(kWindowIsGone)});
  if (!moved.empty())
    performance.warnings.push_back(
        {std::string(kWindowMoved),
         "the window " + moved +
             " since your picture: places were taken from its top left corner "
             "as it is now"});
  return performance;
}
}  // namespace franz::executor
