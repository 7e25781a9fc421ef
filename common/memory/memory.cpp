#include "common/memory/memory.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/names_of.h"
#include "common/memory/history.h"
#include "common/memory/sst.h"
#include "common/settings/setting_choices.h"

namespace franz {
static constexpr std::array kMemories{
    Memory{"sst", Need::last_reply, PictureDue::always, sst_messages},
    Memory{"history", Need::all_steps, PictureDue::when_asked, history_messages},
};

std::span<const Memory> all_memories() { return kMemories; }

const Memory* find_memory(std::string_view name) {
  const auto row = std::ranges::find(kMemories, name, &Memory::name);
  return row == kMemories.end() ? nullptr : &*row;
}

std::vector<std::string> memory_names() { return names_of(kMemories); }

void keep_step(std::vector<Step>& steps, Step step, Need need) {
  if (need == Need::last_reply) steps.clear();
  steps.push_back(std::move(step));
}
}  // namespace franz
