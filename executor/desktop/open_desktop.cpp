#include <memory>
#include <utility>
#include "common/desktop/monitors.h"
#include "common/desktop/screen_facts.h"
#include "executor/desktop/screen_desktop.h"

namespace franz::executor {
namespace {
struct OpenedParts {
  std::unique_ptr<ScreenView> view;
  std::unique_ptr<TakeoverWatch> watch;  // declared before the input, which reports to it
  std::unique_ptr<InputDevice> input;
  std::unique_ptr<Clipboard> clipboard;
  std::unique_ptr<Windows> windows;
  std::unique_ptr<Launcher> launcher;
  std::optional<Point> corner = {};
};

// A ScreenDesktop that owns its parts.
class OpenedDesktop : private OpenedParts, public ScreenDesktop {
 public:
  OpenedDesktop(OpenedParts parts, const DesktopOptions& options)
      : OpenedParts(std::move(parts)),
        ScreenDesktop(
            {*view, *input, *clipboard, *OpenedParts::windows, *launcher, watch.get(), corner},
            options) {}
};
}  // namespace

Result<std::unique_ptr<Desktop>> open_desktop(const DesktopOptions& options) {
  auto view = open_screen_view(options.display);
  if (!view.ok()) return view.error();
  std::unique_ptr<TakeoverWatch> watch;
  if (options.takeover) {
    auto opened = open_takeover_watch(options.display);
    if (!opened.ok()) return opened.error();
    watch = std::move(opened).value();
  }
  auto input = open_input(options.display, watch.get());
  if (!input.ok()) return input.error();
  std::optional<Point> corner;
  // Elsewhere no one watches the corner, so all of the screen is the model's.
  if ((options.person || watch) && screen_facts(options.display).is_watched()) {
    const auto monitors = view.value()->monitors();
    if (!monitors.ok()) return monitors.error();
    corner = corner_of(monitors.value());
  }
  auto clipboard = open_clipboard(options.display);
  if (!clipboard.ok()) return clipboard.error();
  auto windows = open_windows(options.display);
  if (!windows.ok()) return windows.error();
  return std::unique_ptr<Desktop>(std::make_unique<OpenedDesktop>(
      OpenedParts{std::move(view).value(), std::move(watch), std::move(input).value(),
                  std::move(clipboard).value(), std::move(windows).value(),
                  make_launcher(options.display, options.launch_prefix), corner},
      options));
}
}  // namespace franz::executor
