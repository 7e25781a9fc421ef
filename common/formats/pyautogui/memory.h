#pragma once
// The memory "pyautogui": how OpenCUA, and models trained on its form, see the past. With W =
// MemoryOptions::keep_pictures - 1 turns in the conversation:
//   system     Now::system
//   assistant  for each turn before these W, if any: "# Step 1:\n## Action:\n" and the sentence in
//              which its reply describes its action (formats/action_sentence.h); turns before
//              MemoryOptions::from_turn are only mentioned as omitted
//   user       the picture of the oldest of the W turns, and its other feedback
//   assistant  the reply to it, byte for byte, and its calls if it made any
//   tool       an answer to each of these
//   user       …
//   user       the newest picture, the turn's other feedback, and the instruction
// Source: xlang-ai/OpenCUA and OSWorld, mm_agents/opencua (W + 1 is max_image_history_length = 3
// there).
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
std::vector<Message> pyautogui_messages(std::span<const Step> steps, const Now& now,
                                        const MemoryOptions& options);
}  // namespace franz
