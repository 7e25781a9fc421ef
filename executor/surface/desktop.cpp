#include "executor/surface/desktop.h"
#include "common/base/ascii.h"
#include "executor/surface/action_runner.h"
#include "executor/surface/window_area.h"

namespace franz::executor {
namespace {
class WholeScreen : public ActingArea {
 public:
  // `named`: the window that focus_window() without a title means; nothing: none.
  WholeScreen(std::unique_ptr<Desktop> desktop, std::optional<std::uint64_t> named)
      : ActingArea(std::move(desktop)), named_(named) {}

  Result<Call> placed(const Call& call, const Screen& seen, const Screen& now) override {
    if (start_point(call) && seen != now)
      return Error{"the screen changed size since your picture"};
    return call;
  }

  Performed focus(const Call& call, const Screen& map) override {
    if (!named_ || !trimmed(text_at(call, 0)).empty()) return ActingArea::focus(call, map);
    const Result<std::optional<WindowInfo>> window = desktop().windows().find(*named_);
    if (!window.ok()) return refused(window.error().message);
    if (!window.value()) return refused(kWindowIsGone);
    const Status active = desktop().windows().activate(*window.value());
    return active.ok() ? Performed{} : Performed{Outcome::partial, active.error().message};
  }

 private:
  std::optional<std::uint64_t> named_;
};
}  // namespace

SurfaceResult run_on_desktop(const Turn& turn, const Ports& ports) {
  return run_on_screen(turn, ports, [&]() -> Result<std::unique_ptr<ActingArea>> {
    Result<std::unique_ptr<Desktop>> opened = ports.open_desktop(turn.request.desktop);
    if (!opened.ok()) return opened.error();
    const std::optional<WindowTarget>& window = turn.request.options.window;
    return std::unique_ptr<ActingArea>(std::make_unique<WholeScreen>(
        std::move(opened).value(), window ? window_number(*window) : std::nullopt));
  });
}
}  // namespace franz::executor
