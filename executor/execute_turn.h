#pragma once
// One turn of the executor: from the model's reply to what was done and what it is told.
#include "common/wire/executor_messages.h"
#include "executor/ports.h"

namespace franz::executor {
// Reads the items of the reply, has them performed on the surface and accounts for each of them,
// found by its position, for two equal calls are two. The capturer is asked once in any case, for
// the picture. A reply in which the dialect finds nothing to do, but another form that is known,
// has the warning kForeignForm (wire/warning_codes.h), of which the model is not told. Where the
// dialect says so (OnError::stop), an item that is malformed or cannot be performed ends the turn:
// those behind it are `not_run`. A dialect or surface that is not built yet is refused in words:
// nothing is executed and there is no picture.
ExecutorReply execute_turn(const ExecutorRequest& request, const Ports& ports);
}  // namespace franz::executor
