#pragma once
// Choices of settings that are the names of a table which the settings must not include: each
// function is defined beside its table, so that a new row there is a choice here.
#include <string>
#include <vector>

namespace franz {
std::vector<std::string> memory_names();  // [agent] memory; in common/memory/memory.cpp
std::vector<std::string> api_names();     // [model] api; in common/wire/api/api.cpp
}  // namespace franz
