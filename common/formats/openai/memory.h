#pragma once
// The memory "openai": OpenAI's computer use through the Responses API, as far back as pictures go.
//   system     Now::system
//   user       the objective, the number of omitted turns, the first shown turn's feedback, and its
//              picture
//   assistant  its reply: the text, then the items of each computer call as received
//   tool       an answer to each call; for a computer call the next turn's picture
//   user       that turn's feedback, if any
//   assistant  …
// Contains the newest MemoryOptions::keep_pictures - 1 replies, at least the last, and up to 2 *
// keep_pictures - 1 if they are dropped in steps (MemoryOptions::in_steps); none before from_turn.
// The API accepts a computer call only together with a following picture. So a call is omitted if
// its turn has no picture, or if the executor did not answer it because its safety checks were not
// acknowledged. A picture that answers no call is in the user's message.
// common/wire/computer_call.h and common/wire/api/responses_request.h describe how calls and
// answers are written.
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> openai_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options);
}  // namespace franz
