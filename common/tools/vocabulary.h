#pragma once
// The words of each dialect, a row each: what its models call our tools.
#include <span>
#include <string>
#include <string_view>
#include "common/tools/tool_registry.h"

namespace franz {
struct Vocabulary {
  std::string_view name;  // of the dialect, as in [agent] dialect
};

std::span<const Vocabulary> all_vocabularies();
// Null for a name that is no dialect. The row lives as long as the program.
const Vocabulary* find_vocabulary(std::string_view dialect);

// A line per word whose tool is on, each ended by a newline, as tools_help(): for the prompt.
std::string vocabulary_help(const Vocabulary& vocabulary, const Toolset& tools, HelpFor where);
}  // namespace franz
