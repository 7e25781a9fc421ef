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

TEST(Vocabulary, ItsWordsAreSwitchedByTheirTools) {
  const Vocabulary& words = *find_vocabulary("tool_calls");
  Toolset tools = Toolset::core();
  EXPECT_EQ(find_word(words, "press_key", tools), nullptr);
  tools.set(ToolId::press, true);
  ASSERT_NE(find_word(words, "press_key", tools), nullptr);
  EXPECT_EQ(find_word(words, "press_key", tools)->tool, ToolId::press);
  EXPECT_EQ(find_word(words, "press", tools), nullptr);
  EXPECT_EQ(words_of(words, Toolset()).size(), 0U);
  EXPECT_EQ(words_of(words, Toolset::all()).size(), words.words.size());
}

TEST(Vocabulary, WordsAreExplainedForTheirSurface) {
  Toolset tools;
  tools.set(ToolId::left_click, true);
  tools.set(ToolId::scroll, true);
  const Vocabulary& words = *find_vocabulary("tool_calls");
  EXPECT_EQ(vocabulary_help(words, tools, HelpFor::real_screen),
            "  click_element(label, box) -- Click an element with the left button.\n"
            "  scroll_at_position(box?, amount?) -- Turn the mouse wheel.\n");
  EXPECT_EQ(vocabulary_help(words, tools, HelpFor::sandbox),
            "  click_element(label, box) -- Draw a white dot; text is typed there.\n"
            "  scroll_at_position(box?, amount?) -- It has no effect in the sandbox.\n");
}
}  // namespace franz
