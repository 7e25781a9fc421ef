#pragma once
// The memory "uitars": how UI-TARS sees the past. There is no system message:
//   user       Now::system, with the objective at its end ({objective} in a prompt)
//   assistant  the replies to the oldest turns, whose pictures are omitted, one message each
//   user       the picture of the first turn that still has one
//   assistant  the reply to it, and its calls if the server parsed any
//   tool       an answer to each of these
//   user       the picture of the next turn …
// The end of the first message says which turns before MemoryOptions::from_turn are omitted. The
// newest MemoryOptions::keep_pictures turns, including this one, have their picture. A turn's
// feedback follows its picture, or is alone if the picture is omitted. Sent replies have the tokens
// around their places (boxed_places.h); stored replies do not. Sources: bytedance/UI-TARS,
// README_v1 and codes/ui_tars; OSWorld, mm_agents/uitars15_v1.py.
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> uitars_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options);
}  // namespace franz
