#include "executor/surface/desktop.h"
#include "executor/surface/real_screen.h"

namespace franz::executor {
static Result<Call> as_it_is(const Call& call, const Screen& seen, const Screen& now) {
  if (start_point(call) && seen != now) return Error{"the screen changed size since your picture"};
  return call;
}

Performance perform_on_desktop(const Turn& turn, const Ports& ports) {
  return perform_on_real_screen(
      turn, ports, {[&] { return ports.open_desktop(turn.request.desktop); }, as_it_is});
}
}  // namespace franz::executor
