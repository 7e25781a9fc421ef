#pragma once
// The memory "history": the whole conversation, as chat models with function calling know it.
//   system     Now::system
//   user       the objective, the first turn's feedback and its picture
//   assistant  reply 1 and its calls
//   tool       an answer to each of them, in their order
//   user       the next turn's feedback and picture; omitted if there is neither
//   assistant  reply 2 …
// The newest MemoryOptions::keep_pictures pictures stay, up to twice as many if they are dropped in
// steps (MemoryOptions::in_steps); a text replaces each older one. The newest keep_thinks replies
// with thoughts keep theirs, in the same steps. Turns before from_turn are left out: a text after
// the objective says so, followed by what the first sent turn shows. Everything else is as
// received, except for what servers cannot parse (conversation.h).
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> history_messages(std::span<const Step> steps, const Now& now,
                                      const MemoryOptions& options);
}  // namespace franz
