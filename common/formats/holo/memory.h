#pragma once
// The memory "holo": how the agents of H Company see the past.
//   system     Now::system, with the reply's schema in <output_format>
//   user       the objective
//   and for each turn
//   user       the result of the previous call: <tool_output tool="click">, the turn's feedback or
//              "OK", </tool_output>; "unknown" is a call that could not be read
//   user       <observation>, the picture, </observation>; pictures older than the newest
//              MemoryOptions::keep_pictures are replaced by "[screenshot evicted]"
//   assistant  the reply's JSON object (formats/json_object_form.h), without the thoughts before
//              it: its "note" is all that it keeps of them
// The objective's message says which turns before MemoryOptions::from_turn are omitted. Calls that
// the server parsed are sent as calls, with answers. The tool's name is that of the turn's first
// item, as the executor reported it. Source: https://hub.hcompany.ai/agent-loop (keep_pictures is 3
// there).
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> holo_messages(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options);
}  // namespace franz
