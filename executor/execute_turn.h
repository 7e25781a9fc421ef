#pragma once
// One turn of the executor: reads the model's reply, performs it and reports the results.
#include "common/wire/executor_messages.h"
#include "executor/ports.h"

namespace franz::executor {
// Reads the items of the reply, performs them on the surface and reports the result of each by its
// position, because two calls can be equal. Asks the capturer for the picture exactly once. If the
// dialect finds no action but another known form contains one, the reply has the warning
// kForeignForm (wire/warning_codes.h), which the model does not get. If the dialect stops at errors
// (OnError::stop), an item that is malformed or cannot be performed ends the turn, and the items
// after it are `not_run`. An unknown dialect or surface is refused with a message: nothing is
// executed and there is no picture.
ExecutorReply execute_turn(const ExecutorRequest& request, const Ports& ports);
}  // namespace franz::executor
