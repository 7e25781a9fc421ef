#pragma once
// The memory "uimate": how UI-Mate sees the past.
//   system     Now::system
//   user       the picture of the oldest of the newest kUimateTurns turns, and the instruction: the
//              objective, and "Step 1: …" for each older turn, the <action> of its reply; turns
//              before MemoryOptions::from_turn are only mentioned as omitted
//   assistant  the reply to it from <think> on, and its calls if the server parsed any
//   tool       an answer to each of these
//   user       <tool_response>, the next turn's picture and its feedback, </tool_response>
//   assistant  …
// The first of these pictures and the newest MemoryOptions::keep_pictures - 1 are kept; "This
// screenshot has been collapsed." replaces each other one.
#include <span>
#include <string>
#include <vector>
#include "common/memory/memory.h"
#include "common/wire/sent_form.h"

namespace franz {
inline constexpr std::size_t kUimateTurns = 100;  // in the conversation

std::vector<Message> uimate_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options);

// The token of the text from the opening mark of its first thought on; the whole text if there is
// none, since the prompt's template has opened it.
std::string from_thought(const std::string& token);
inline constexpr SentForm kFromThought{"from_thought", from_thought};

// The token of the text between <action> and </action>; "\"-\"": there is none.
std::string uimate_action(const std::string& token);
inline constexpr SentForm kUimateAction{"uimate_action", uimate_action};
}  // namespace franz
