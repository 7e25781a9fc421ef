#pragma once
// The memory "uimate": what UI-Mate is shown of the past.
//   system     Now::system
//   user       the picture of the oldest of the newest kUimateTurns turns, and the instruction: the
//              objective, and "Step 1: …" for each older turn, what its reply has in <action>;
//              of those before MemoryOptions::from_turn only that they are left out
//   assistant  the reply to it from <think> on, and its calls where the server has found them
//   tool       an answer to each of these
//   user       <tool_response>, the next turn's picture and its feedback, </tool_response>
//   assistant  …
// The first of these pictures stays, and the newest MemoryOptions::keep_pictures - 1; for each
// other one there is "This screenshot has been collapsed.".
#include <span>
#include <string>
#include <vector>
#include "common/memory/memory.h"
#include "common/wire/sent_form.h"

namespace franz {
inline constexpr std::size_t kUimateTurns = 100;  // that are a conversation

std::vector<Message> uimate_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options);

// The token of the text from the opening mark of its first thought on; the whole text where that
// has none, since the prompt's template has opened it.
std::string from_thought(const std::string& token);
inline constexpr SentForm kFromThought{"from_thought", from_thought};

// The token of what is between <action> and </action>; "\"-\"": there is no such sentence.
std::string uimate_action(const std::string& token);
inline constexpr SentForm kUimateAction{"uimate_action", uimate_action};
}  // namespace franz
