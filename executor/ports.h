#pragma once
// The interfaces of a turn to the outside. They are injected, so that the core starts no process,
// reads no clock and sends no input.
#include <functional>
#include <memory>
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"
#include "common/wire/child_failure.h"
#include "executor/desktop/desktop.h"

namespace franz::executor {
// Draws the calls in order and takes the picture.
using CaptureScreen = std::function<Result<CaptureReply, ChildFailure>(const CaptureRequest&)>;
// Milliseconds of a monotonic clock, for timings_ms and time limits.
using Clock = std::function<double()>;

struct Ports {
  CaptureScreen capture_screen;
  Clock clock;
  // See executor/desktop/desktop.h.
  std::function<Result<std::unique_ptr<Desktop>>(const DesktopOptions&)> open_desktop;
  std::function<void(int milliseconds)> pause;
};
}  // namespace franz::executor
