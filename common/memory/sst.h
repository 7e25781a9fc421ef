#pragma once
// The memory `sst`: the model is sent what it wrote last turn, to the byte, and nothing older.
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
// Exactly [system, story, feedback + picture]. The story is the text of the last reply, empty
// before the first one; without a picture the last message has its text only.
std::vector<Message> sst_messages(std::span<const Step> steps, const Now& now,
                                  const MemoryOptions& options = {});
}  // namespace franz
