#pragma once
// The memory "objective": no reply is sent back. The requested actions and their results are in a
// list that grows from turn to turn.
//   system  Now::system
//   user    the context, one JSON object:
//             {"picture":{"width":1280,"height":720},"turn":7,"turns_left":6,
//              "overlays":["grid","crosshair","inset","banner"],
//              "actions_history":[{"turn":6,"step":1,"action":"mouse {\"x\":10,\"y\":20}",
//                                  "why":"Open the menu","outcome":"done"}],
//              "actions_left_out":false,"complaints":[],"operator":"a note"}
//           the objective, as it is and in Base64 of its UTF-8, and the picture
// `turn` of an action is the turn of the reply that requested it. Equal items of one step are one
// action: its outcome, and "detail" if there is a reason, are those of the first item that was not
// done. If there are more than kMaxListedActions actions, the newest are listed, and
// "actions_left_out" is true. `complaints` are the lines of the executor's feedback, and "operator"
// is present if there is a note.
#include <cstddef>
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
inline constexpr std::size_t kMaxListedActions = 100;

std::vector<Message> objective_messages(std::span<const Step> steps, const Now& now,
                                        const MemoryOptions& options);
}  // namespace franz
