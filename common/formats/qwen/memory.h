#pragma once
// The memory "qwen": what Qwen's vision models, and those that were trained on their form, are
// shown of the past. With W = MemoryOptions::keep_pictures - 1 turns in the conversation:
//   system     Now::system
//   user       the picture of the oldest of these turns, then the instruction: the objective, and
//              "Step 1: …" for each older turn, the sentence that its reply says of its action
//              (formats/action_sentence.h)
//   assistant  the reply to it, to the byte, and its calls where the server has found them
//   tool       an answer to each of these
//   user       the picture of the next turn
//   assistant  …
// Of the older turns those before MemoryOptions::from_turn have one line together, which says that
// they are left out; with fewer turns than W the conversation begins there.
// A turn's picture stands in front of what else it tells. Source: OSWorld,
// mm_agents/qwen3vl_agent.py (there W is history_n = 4).
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> qwen_messages(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options);
}  // namespace franz
