#pragma once
// Everything that a turn of the executor touches. Injected, so that its core starts no process,
// reads no clock and sends no input.
#include <functional>
#include <memory>
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"
#include "common/wire/child_failure.h"
#include "executor/desktop/desktop.h"

namespace franz::executor {
// Draws the calls, in order, and takes the picture.
using CaptureScreen = std::function<Result<CaptureReply, ChildFailure>(const CaptureRequest&)>;
// Milliseconds on a clock that never goes back: for timings_ms, and to wait no longer than allowed.
using Clock = std::function<double()>;

struct Ports {
  CaptureScreen capture_screen;
  Clock clock;
  // Of a real screen: as executor/desktop/desktop.h has it.
  std::function<Result<std::unique_ptr<Desktop>>(const DesktopOptions&)> open_desktop;
  std::function<void(int milliseconds)> pause;
};
}  // namespace franz::executor
