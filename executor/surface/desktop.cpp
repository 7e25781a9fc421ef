#include "executor/surface/desktop.h"
#include "executor/surface/action_runner.h"

namespace franz::executor {
namespace {
class WholeScreen : public ActingArea {
 public:
  using ActingArea::ActingArea;
  Result<Call> placed(const Call& call, const Screen& seen, const Screen& now) override {
    if (start_point(call) && seen != now)
      return Error{"the screen changed size since your picture"};
    return call;
  }
};
}  // namespace

SurfaceResult run_on_desktop(const Turn& turn, const Ports& ports) {
  return run_on_screen(turn, ports, [&]() -> Result<std::unique_ptr<ActingArea>> {
    Result<std::unique_ptr<Desktop>> opened = ports.open_desktop(turn.request.desktop);
    if (!opened.ok()) return opened.error();
    return std::unique_ptr<ActingArea>(std::make_unique<WholeScreen>(std::move(opened).value()));
  });
}
}  // namespace franz::executor
