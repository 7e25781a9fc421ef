#pragma once
// The memory "history": the whole conversation, as chat models with function calling know it.
//   system     Now::system
//   user       the objective, what the first turn tells, and its picture
//   assistant  reply 1 and its calls
//   tool       an answer to each of them, in their order
//   user       what the turn behind it tells and its picture; none where there is neither
//   assistant  reply 2 …
// Of the pictures the newest MemoryOptions::keep_pictures stay, a text stands for each older one;
// of the replies with thoughts the newest keep_thinks keep theirs. Where nothing is told of what is
// left out, everything is as it was received, but for what servers cannot read back:
// - a call without an id, or with one that another call of the reply has, gets one of its own:
//   "call_7_2" for the second call of reply 7;
// - arguments that are a JSON value instead of its text are sent as the text; nothing at all is
//   sent as {}; a text that is not JSON is sent as {"invalid_json":"…"}, with the text in it, since
//   servers fail for ever on a conversation that holds such a call.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> history_messages(std::span<const Step> steps, const Now& now,
                                      const MemoryOptions& options);

// The arguments of a call as the model gave them, from what a request sends of it: what stands in
// {"invalid_json":…}, all others as they are.
std::string given_arguments(std::string_view sent);
}  // namespace franz
