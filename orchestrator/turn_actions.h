#pragma once
// The actions of a turn: from the last reply to what the executor reports about it.
#include <optional>
#include "common/wire/executor_messages.h"
#include "orchestrator/loop_parts.h"

namespace franz::orchestrator {
// A turn that has begun.
struct Turn {
  int number = 0;
  ExecutorRequest request;
  // The result of its actions, if an earlier try performed them where nothing may be done twice or
  // if they could not be planned. They are not performed again.
  std::optional<ExecutorReply> performed = {};
};

// Begins the turn after the last reply, or again one that state.json has begun, and puts it into
// state.acting, in memory only.
Turn begin_turn(LoopParts& parts);

// If the run goes on on another screen, stores that the actions of its next turn are not performed
// there: a process that resumes before that turn finds the new screen in the log.
void keep_off_other_screen(LoopParts& parts);

// Whether the actions may be performed now. Asks the operator for the consent that they need. On a
// person's screen someone must watch for a panic. state.json must be safe on the disk; that may
// take a while. False: a pause or stop came first and nothing is done; the turn begins again later.
bool may_act(LoopParts& parts, Turn& turn);

// Performs the actions and takes the picture. A failure of the executor is in the reply.
ExecutorReply act(LoopParts& parts, const Turn& turn);
}  // namespace franz::orchestrator
