#pragma once
// The memory "openai": OpenAI's computer use over the Responses API, as far back as pictures go.
//   system     Now::system
//   user       the objective, how many turns are left out, what the first turn shown tells, and its
//              picture
//   assistant  its reply: the text, then the items of each computer call as they came
//   tool       an answer to each call; of a computer call the next turn's picture
//   user       what that turn tells; none where it tells nothing
//   assistant  …
// Shown are the newest MemoryOptions::keep_pictures - 1 replies, at least the last, and up to
// 2 * keep_pictures - 1 where they are left out in steps (MemoryOptions::in_steps); none before
// from_turn. The API takes a
// computer call only together with a picture behind it: one whose turn has none, or which the
// executor did not answer, for its safety checks were not agreed to, is left out, and a picture
// that answers no call stands in the user's message. How calls and answers are written:
// common/wire/computer_call.h, common/wire/api/responses_request.h.
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> openai_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options);
}  // namespace franz
