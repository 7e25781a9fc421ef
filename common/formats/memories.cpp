#include "common/formats/memories.h"
#include <algorithm>
#include <array>
#include <vector>
#include "common/formats/formats.h"
#include "common/memory/conversation.h"
#include "common/memory/history.h"
#include "common/memory/objective.h"
#include "common/memory/sst.h"

namespace franz {
static constexpr std::array kOwnMemories{
    Memory{.name = "sst",
           .need = Need::last_reply,
           .picture = PictureDue::always,
           .messages = sst_messages},
    Memory{.name = "history",
           .need = Need::all_steps,
           .picture = PictureDue::when_asked,
           .messages = history_messages,
           .is_conversation = true,
           .leaves_out_turns = true,
           .keeps_in_steps = true,
           .most_pictures = kept_pictures},
    Memory{.name = "objective",
           .need = Need::all_steps,
           .picture = PictureDue::always,
           .messages = objective_messages,
           .needs_objective = true},
};

std::span<const Memory> all_memories() {
  static const std::vector<Memory> memories = [] {
    std::vector<Memory> all(kOwnMemories.begin(), kOwnMemories.end());
    for (const Format* const format : all_formats())
      if (format->memory != nullptr) all.push_back(*format->memory);
    return all;
  }();
  return memories;
}

const Memory* find_memory(std::string_view name) {
  const auto found = std::ranges::find(all_memories(), name, &Memory::name);
  return found == all_memories().end() ? nullptr : &*found;
}
}  // namespace franz
