#pragma once
// The memory "pyautogui": what OpenCUA and the models that were trained on its form are shown of
// the past. With W = MemoryOptions::keep_pictures - 1 turns in the conversation:
//   system     Now::system
//   assistant  of each turn before these W, if there is any: "# Step 1:\n## Action:\n" and the
//              sentence that its reply says of its action (formats/action_sentence.h); of those
//              before MemoryOptions::from_turn only that they are left out
//   user       the picture of the oldest of the W turns, and what else it told
//   assistant  the reply to it, to the byte, and its calls if it made any
//   tool       an answer to each of these
//   user       …
//   user       the newest picture, what else the turn tells, and the instruction
// Source: xlang-ai/OpenCUA and OSWorld, mm_agents/opencua (there W + 1 is
// max_image_history_length = 3).
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> pyautogui_messages(std::span<const Step> steps, const Now& now,
                                        const MemoryOptions& options);
}  // namespace franz
