#pragma once
// The memory "uitars": what UI-TARS is shown of the past. There is no system message:
//   user       Now::system, with the objective at its end (a prompt has it as {objective})
//   assistant  the replies to the oldest turns, whose pictures are left out, a message each
//   user       the picture of the first turn that still has one
//   assistant  the reply to it, and its calls where the server has found them
//   tool       an answer to each of these
//   user       the picture of the next turn …
// Turns before MemoryOptions::from_turn are left out, which the first message says at its end.
// The newest MemoryOptions::keep_pictures turns have their picture, this one's among them. What a
// turn tells stands behind its picture, or alone where that is left out. Replies have the tokens
// around their places (boxed_places.h); what the run keeps of them has not. Sources:
// bytedance/UI-TARS, README_v1 and codes/ui_tars; OSWorld, mm_agents/uitars15_v1.py.
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> uitars_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options);
}  // namespace franz
