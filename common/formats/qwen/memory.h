#pragma once
// The memory "qwen": how Qwen's vision models, and models trained on their form, see the past. With
// W = MemoryOptions::keep_pictures - 1 turns in the conversation:
//   system     Now::system
//   user       the picture of the oldest of these turns, then the instruction: the objective, and
//              "Step 1: …" for each older turn, the sentence in which its reply describes its
//              action (formats/action_sentence.h)
//   assistant  the reply to it, byte for byte, and its calls if the server parsed any
//   tool       an answer to each of these
//   user       the picture of the next turn
//   assistant  …
// A single line says that the older turns before MemoryOptions::from_turn are omitted; with fewer
// turns than W the conversation begins there. A turn's picture precedes its other feedback. Source:
// OSWorld, mm_agents/qwen3vl_agent.py (W is history_n = 4 there).
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> qwen_messages(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options);
}  // namespace franz
