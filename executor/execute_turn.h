#pragma once
// One turn of the executor: from the model's text to what was done and what it is told.
#include <functional>
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"
#include "common/wire/executor_messages.h"
#include "executor/feedback.h"

namespace franz::executor {
// Draws the calls, in order, and takes the picture. Injected, so that this core starts no process.
using CaptureScreen = std::function<Result<CaptureReply, ChildFailure>(const CaptureRequest&)>;
// Milliseconds on a clock that never goes back; only for timings_ms.
using Clock = std::function<double()>;

// Reads the calls in `request.raw`, has them drawn and accounts for them. The capturer is asked
// once in any case, for the picture. It stops at a type() before any click: that call and all after
// it count as not run, found by their position, for two equal calls are two. A dialect, surface or
// kind of coordinates that is not built yet is refused in words: nothing is executed and there is
// no picture.
ExecutorReply execute_turn(const ExecutorRequest& request, const CaptureScreen& capture_screen,
                           const Clock& clock);
}  // namespace franz::executor
