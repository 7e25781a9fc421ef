// Which implementation serves a display: X11, or the bridge that the display's name contains.
#include <utility>
#include "common/desktop/bridge_connection.h"
#include "common/desktop/screen_facts.h"
#include "executor/desktop/bridge_parts_posix.h"
#include "executor/desktop/x11_parts.h"

namespace franz::executor {
namespace {
// Programs of this machine would be shown on this machine.
class NoLauncher : public Launcher {
 public:
  explicit NoLauncher(std::string_view screen) : screen_(screen) {}
  Result<std::string> launch(std::string_view) override {
    return Error{"no program can be started on " + std::string(screen_)};
  }

 private:
  std::string_view screen_;
};
}  // namespace

Result<std::unique_ptr<InputDevice>> open_input(const std::string& display, TakeoverWatch* watch) {
  return is_behind_bridge(display) ? open_bridge_input(display) : open_x11_input(display, watch);
}

Result<std::unique_ptr<Clipboard>> open_clipboard(const std::string& display,
                                                  const std::string& executor) {
  return is_behind_bridge(display) ? open_bridge_clipboard(display)
                                   : open_x11_clipboard(display, executor);
}

Result<std::unique_ptr<Windows>> open_windows(const std::string& display) {
  return is_behind_bridge(display) ? open_bridge_windows(display) : open_x11_windows(display);
}

Result<std::vector<WindowInfo>> list_windows(const std::string& display) {
  const auto windows = open_windows(display);
  return windows.ok() ? windows.value()->list() : windows.error();
}

Result<std::unique_ptr<TakeoverWatch>> open_takeover_watch(const std::string& display) {
  if (!is_behind_bridge(display)) return open_x11_takeover_watch(display);
  return Error{"a person who takes over is not noticed on " +
               std::string(screen_facts(display).said)};
}

std::unique_ptr<Launcher> make_launcher(std::string display, std::vector<std::string> prefix) {
  if (!is_behind_bridge(display)) return make_x11_launcher(std::move(display), std::move(prefix));
  const ScreenFacts& facts = screen_facts(display);
  if (!facts.launches) return std::make_unique<NoLauncher>(facts.said);
  return make_wayland_launcher(std::move(display), std::move(prefix));
}

Status release_display(const std::string& display) {
  return is_behind_bridge(display) ? release_bridge(display) : release_x11_display(display);
}

Status watch_display(const std::string& display, const std::string& panic_key,
                     const WatchPorts& ports) {
  if (!is_behind_bridge(display)) return watch_x11_display(display, panic_key, ports);
  return Error{"a person's keys are not noticed on " + std::string(screen_facts(display).said)};
}
}  // namespace franz::executor
