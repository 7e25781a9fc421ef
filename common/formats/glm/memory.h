#pragma once
// The memory "glm": what GLM-4.5V and GLM-4.6V are shown of the past. All of it is one message of
// the user:
//   Now::system: the task ({objective} in the prompt) and the actions that there are, with a line
//   end # Historical Actions and Current Memory History: step 1: Screenshot: the picture of turn 1,
//   what it tells, and of the reply to it
//           " Thought: …\nAction: …" (parts.h)
//   step 2: …
//   Memory: the model's own list, as the newest reply that has one writes it, to the byte; []
//   before
//           there is any
//   # Output Format and notes, "Current Screenshot:", the picture, and what the turn tells, also if
//   that is nothing
// Steps before MemoryOptions::from_turn are left out, which a line in their place says; the list of
// the newest reply that has one stays, whichever turn it is of.
// The newest MemoryOptions::keep_pictures pictures stay, this turn's among them; for each older one
// stands "(Omitted in context.)". The models' own agent halves the sides of the older ones. Here
// they stay as they were taken, so that each picture of a request is one that the run has. Source:
// zai-org/GLM-V, examples/gui-agent.
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> glm_messages(std::span<const Step> steps, const Now& now,
                                  const MemoryOptions& options);
}  // namespace franz
