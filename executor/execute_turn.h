#pragma once
// One turn of the executor: from the model's reply to what was done and what it is told.
#include <functional>
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"
#include "common/wire/child_failure.h"
#include "common/wire/executor_messages.h"

namespace franz::executor {
// Draws the calls, in order, and takes the picture. Injected, so that this core starts no process.
using CaptureScreen = std::function<Result<CaptureReply, ChildFailure>(const CaptureRequest&)>;
// Milliseconds on a clock that never goes back; only for timings_ms.
using Clock = std::function<double()>;

// Reads the items of the reply, has their calls performed and accounts for each of them, found by
// its position, for two equal calls are two. The capturer is asked once in any case, for the
// picture; without its answer every item is `partial`. Where the dialect says so (OnError::stop),
// an item that is malformed or cannot be performed ends the turn: those behind it are `not_run`. A
// dialect or surface that is not built yet is refused in words: nothing is executed and there is
// no picture.
ExecutorReply execute_turn(const ExecutorRequest& request, const CaptureScreen& capture_screen,
                           const Clock& clock);
}  // namespace franz::executor
