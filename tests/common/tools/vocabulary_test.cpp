#include "common/tools/vocabulary.h"
#include <gtest/gtest.h>
#include <set>

namespace franz {
TEST(Vocabulary, EachDialectHasOne) {
  std::set<std::string_view> names;
  for (const Vocabulary& each : all_vocabularies()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_EQ(find_vocabulary(each.name), &each);
  }
  EXPECT_EQ(find_vocabulary("klingon"), nullptr);
}

TEST(Vocabulary, WithoutWordsOfItsOwnUsesTheToolsNames) {
  const Vocabulary& python = *find_vocabulary("python");
  EXPECT_EQ(vocabulary_help(python, Toolset::core(), HelpFor::sandbox),
            tools_help(Toolset::core(), HelpFor::sandbox));
}
}  // namespace franz
