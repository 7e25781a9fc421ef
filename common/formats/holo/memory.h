#pragma once
// The memory "holo": what the agents of H Company are shown of the past.
//   system     Now::system, which has the reply's schema in <output_format>
//   user       the objective
//   and of each turn
//   user       what became of the call before it: <tool_output tool="click">, what the turn told or
//              "OK", </tool_output>; "unknown" is a call that was not read
//   user       <observation>, the picture, </observation>; of a picture older than the newest
//              MemoryOptions::keep_pictures "[screenshot evicted]" in its place
//   assistant  the reply's JSON object (formats/json_object_form.h), without what it thought
//   before:
//              its "note" is all that it keeps of that
// Of turns before MemoryOptions::from_turn the objective's message says that they are left out.
// Calls that the server has found are sent as such, and answered. The tool's name is that of the
// turn's first item, which the executor told. Source: https://hub.hcompany.ai/agent-loop (there
// keep_pictures is 3).
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> holo_messages(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options);
}  // namespace franz
