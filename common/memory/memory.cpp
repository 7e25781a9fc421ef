#include "common/memory/memory.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/memory/history.h"
#include "common/memory/holo.h"
#include "common/memory/objective.h"
#include "common/memory/openai.h"
#include "common/memory/pyautogui.h"
#include "common/memory/qwen.h"
#include "common/memory/sst.h"
#include "common/memory/uitars.h"
#include "common/settings/kinds.h"

namespace franz {
static constexpr std::array kMemories{
    Memory{.name = "sst",
           .need = Need::last_reply,
           .picture = PictureDue::always,
           .messages = sst_messages},
    Memory{.name = "history",
           .need = Need::all_steps,
           .picture = PictureDue::when_asked,
           .messages = history_messages,
           .is_conversation = true},
    Memory{.name = "objective",
           .need = Need::all_steps,
           .picture = PictureDue::always,
           .messages = objective_messages,
           .needs_objective = true},
    Memory{.name = "qwen",
           .need = Need::all_steps,
           .picture = PictureDue::always,
           .messages = qwen_messages,
           .needs_objective = true},
    Memory{.name = "uitars",
           .need = Need::all_steps,
           .picture = PictureDue::always,
           .messages = uitars_messages,
           .needs_objective = true},
    Memory{.name = "pyautogui",
           .need = Need::all_steps,
           .picture = PictureDue::always,
           .messages = pyautogui_messages,
           .needs_objective = true},
    Memory{.name = "openai",
           .need = Need::all_steps,
           .picture = PictureDue::always,
           .messages = openai_messages,
           .needs_objective = true,
           .is_conversation = true},
    Memory{.name = "holo",
           .need = Need::all_steps,
           .picture = PictureDue::always,
           .messages = holo_messages,
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
