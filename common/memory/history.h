#pragma once
// The memory "history": the whole conversation, as chat models with function calling know it.
//   system     Now::system
//   user       the objective, what the first turn tells, and its picture
//   assistant  reply 1 and its calls
//   tool       an answer to each of them, in their order
//   user       what the turn behind it tells and its picture; none where there is neither
//   assistant  reply 2 …
// Of the pictures the newest MemoryOptions::keep_pictures stay, up to twice as many where they are
// dropped in steps (MemoryOptions::in_steps); a text takes the place of each older one. Of the
// replies with thoughts the newest keep_thinks keep theirs, in the same steps. Turns before
// from_turn are left out: a text after the objective says so, and what the first turn that is sent
// shows follows it. Where no text says what is left out, everything is as it was received, but for
// what servers cannot read back (conversation.h).
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> history_messages(std::span<const Step> steps, const Now& now,
                                      const MemoryOptions& options);
}  // namespace franz
