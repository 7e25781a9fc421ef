#pragma once
// The memories that [agent] memory may name: those of FRANZ's own agents, and those of the families
// of trained models.
#include <span>
#include <string_view>
#include "common/memory/memory.h"

namespace franz {
std::span<const Memory> all_memories();
// Null if there is no memory with that name. The entry lives as long as the program.
const Memory* find_memory(std::string_view name);
using FindMemory = const Memory* (*)(std::string_view name);  // find_memory, replaceable in tests
}  // namespace franz
