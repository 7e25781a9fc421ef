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

TEST(Vocabulary, AWordOfSeveralToolsIsThereWhileOneOfThemIs) {
  const Vocabulary& words = *find_vocabulary("steps");
  Toolset tools;
  EXPECT_EQ(find_word(words, "mouse", tools), nullptr);
  for (const ToolId id : {ToolId::left_click, ToolId::right_click, ToolId::double_left_click,
                          ToolId::middle_click, ToolId::drag, ToolId::move}) {
    tools = Toolset();
    tools.set(id, true);
    ASSERT_NE(find_word(words, "mouse", tools), nullptr);
    EXPECT_EQ(words_of(words, tools).size(), 1U);
  }
  EXPECT_EQ(find_word(words, "type", Toolset::all()), find_word(words, "write", Toolset::all()));
  EXPECT_EQ(find_word(words, "", Toolset::all()), nullptr);
}

TEST(Vocabulary, TheNearestWordIsFoundByTheNamesOfItsTools) {
  const Vocabulary& words = *find_vocabulary("steps");
  const auto nearest = [&](std::string_view name, const Toolset& tools) {
    const Word* word = nearest_word(words, name, tools);
    return word == nullptr ? "" : word->name;
  };
  EXPECT_EQ(nearest("mause", Toolset::all()), "mouse");
  EXPECT_EQ(nearest("clik", Toolset::all()), "mouse");
  EXPECT_EQ(nearest("drag", Toolset::all()), "mouse");
  EXPECT_EQ(nearest("typ", Toolset::all()), "write");
  EXPECT_EQ(nearest("observe", Toolset::all()), "");
  EXPECT_EQ(nearest("mouse", Toolset()), "");
}

TEST(Vocabulary, TheWordsOfStepsAreExplained) {
  const Vocabulary& words = *find_vocabulary("steps");
  EXPECT_EQ(
      vocabulary_help(words, Toolset::all(), HelpFor::real_screen),
      "  mouse(x, y, button?, clicks?, interval_ms?, action?) -- Act at the picture's pixel x, y. "
      "action: \"click\" (default), \"move\", \"drag\" (hold the left button from where the "
      "pointer "
      "is), or \"down\", \"move\" and \"up\" in one reply. button: \"left\" (default), \"right\", "
      "\"middle\". clicks: 1 to 3.\n"
      "  press(key?, keys?) -- Tap one key, or the keys of a list one after the other (at most "
      "20).\n"
      "  hotkey(keys) -- Hold the keys in their order, then release them: [\"ctrl\",\"s\"].\n"
      "  write(text, interval_ms?) -- Type text where the focus is.\n"
      "  paste(text) -- Insert text through the clipboard.\n"
      "  sleep(secs) -- Wait, at most 5 seconds.\n"
      "  launch(command) -- Start a program.\n"
      "  focus_window(title) -- Bring the window to the front whose title has this part.\n");
  EXPECT_EQ(
      vocabulary_help(words, Toolset::core(), HelpFor::sandbox),
      "  mouse(x, y, button?, clicks?, interval_ms?, action?) -- Draw at the picture's pixel x, y. "
      "action: \"click\" (default) draws a white dot, with button \"right\" a small white square; "
      "\"move\" only moves the pointer; \"drag\" draws a straight white line from where the "
      "pointer "
      "is; \"down\", \"move\" and \"up\" in one reply draw one, too.\n"
      "  write(text, interval_ms?) -- Write text at the place clicked last with the left "
      "button.\n");
}

TEST(Vocabulary, TheWordsOfActionAreExplained) {
  const Vocabulary& words = *find_vocabulary("action");
  EXPECT_EQ(vocabulary_help(words, Toolset::all(), HelpFor::real_screen),
            "  click(x, y) -- Click with the left button at the picture's pixel x, y.\n"
            "  type(text) -- Type text where the focus is.\n"
            "  press(key) -- Press and release a key, or several held together.\n"
            "  noop() -- Do nothing, and look at a new picture.\n");
  Toolset clicks;
  clicks.set(ToolId::left_click, true);
  clicks.set(ToolId::screenshot, true);
  EXPECT_EQ(vocabulary_help(words, clicks, HelpFor::sandbox),
            "  click(x, y) -- Draw a white dot at the picture's pixel x, y.\n"
            "  noop() -- Do nothing, and look at a new picture.\n");
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
