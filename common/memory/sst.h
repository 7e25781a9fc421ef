#pragma once
// The memory `sst`: the model is sent its last reply, byte for byte, and nothing older.
#include <span>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
// Exactly [system, last reply, feedback + picture]. The last reply's text is empty before the first
// one; without a picture the last message contains only text.
std::vector<Message> sst_messages(std::span<const Step> steps, const Now& now,
                                  const MemoryOptions& options = {});
}  // namespace franz
