#include "common/tools/vocabulary.h"
#include <algorithm>
#include <array>

namespace franz {
static constexpr std::array kVocabularies{
    Vocabulary{"python"},
    Vocabulary{"actions"},
};

std::span<const Vocabulary> all_vocabularies() { return kVocabularies; }

const Vocabulary* find_vocabulary(std::string_view dialect) {
  const auto row = std::ranges::find(kVocabularies, dialect, &Vocabulary::name);
  return row == kVocabularies.end() ? nullptr : &*row;
}

std::string vocabulary_help(const Vocabulary&, const Toolset& tools, HelpFor where) {
  return tools_help(tools, where);
}
}  // namespace franz
