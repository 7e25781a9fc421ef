#pragma once
// The memory "glm": how GLM-4.5V and GLM-4.6V see the past, as a single user message:
//   Now::system: the task ({objective} in the prompt) and the available actions, with a line end
//   # Historical Actions and Current Memory
//   History:
//   step 1: Screenshot: the picture of turn 1, its feedback, and of the reply to it
//           " Thought: …\nAction: …" (parts.h)
//   step 2: …
//   Memory: the model's own list from the newest reply that has one, byte for byte; at first []
//   # Output Format and notes, "Current Screenshot:", the picture, and the turn's feedback, even if
//           that is empty
// Steps before MemoryOptions::from_turn are replaced by one line; the list of the newest reply that
// has one is kept, even if it is older. The newest MemoryOptions::keep_pictures pictures are kept,
// including this turn's; "(Omitted in context.)" replaces each older one. The models' own agent
// halves the size of older pictures. Here they keep their size, so that each picture of a request
// is one that the run has. Source: zai-org/GLM-V, examples/gui-agent.
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> glm_messages(std::span<const Step> steps, const Now& now,
                                  const MemoryOptions& options);
}  // namespace franz
