#include "common/memory/memory.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/memory/history.h"
#include "common/memory/objective.h"
#include "common/memory/sst.h"
#include "common/settings/kinds.h"

namespace franz {
static constexpr std::array kMemories{
    Memory{"sst", Need::last_reply, PictureDue::always, sst_messages},
    Memory{"history", Need::all_steps, PictureDue::when_asked, history_messages,
           .is_conversation = true},
    Memory{"objective", Need::all_steps, PictureDue::always, objective_messages,
           .needs_objective = true},
};
static_assert(std::ranges::equal(kMemories, kMemoryNames, {}, &Memory::name),
              "the rows and the choices of [agent] memory (settings/kinds.h) are the same");

std::span<const Memory> all_memories() { return kMemories; }

const Memory* find_memory(std::string_view name) {
  const auto row = std::ranges::find(kMemories, name, &Memory::name);
  return row == kMemories.end() ? nullptr : &*row;
}

void keep_step(std::vector<Step>& steps, Step step, Need need) {
  if (need == Need::last_reply) steps.clear();
  steps.push_back(std::move(step));
}
}  // namespace franz
