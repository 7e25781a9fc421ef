#include "executor/dialect/python.h"
#include <gtest/gtest.h>
#include <string>

namespace franz::executor {
namespace {
// The calls, one a line, then the error with its line and source.
std::string printed(const Reading& reading) {
  std::string text;
  for (const PlacedCall& each : reading.calls) {
    text += std::to_string(each.line) + ": " + canonical_text(each.call) + "\n";
  }
  if (reading.error) {
    text += std::to_string(reading.error->line) + ": " + reading.error->source + ": " +
            reading.error->text + (reading.cut_off ? " (cut off)" : "") + "\n";
  }
  return text;
}
}  // namespace

TEST(ReadPython, ReadsTheFirstBlock) {
  const Reading reading =
      read_python("RULES\n```python\n# step\ndrag(1, 2, 3, 4)\n```\n```python\nclick(5, 6)\n```\n",
                  Toolset::core());
  EXPECT_EQ(reading.blocks, 2);
  EXPECT_EQ(printed(reading), "2: drag(1, 2, 3, 4)\n");
}

TEST(ReadPython, ToldThatThereIsNoBlock) {
  EXPECT_EQ(printed(read_python("drag(1, 2, 3, 4)", Toolset::core())),
            "0: : SyntaxError: no ```python block found in your reply.\n");
}

TEST(ReadPython, RunsWhatIsCompleteInABlockThatWasCutOff) {
  const struct {
    const char* code;
    const char* expected;
  } rows[] = {
      {"", ""},
      {"\n", ""},
      {"screenshot()\nscreenshot()", "1: screenshot()\n2: screenshot()\n"},
      {"screenshot()\ndrag(1, 2",
       "1: screenshot()\n2: drag(1, 2: SyntaxError: '(' was never closed (cut off)\n"},
      {"screenshot()\ntype('me",
       "1: screenshot()\n2: type('me: SyntaxError: unterminated string "
       "literal (detected at line 2) (cut off)\n"},
      {"screenshot(); click(1",
       "1: screenshot()\n1: screenshot(); click(1: SyntaxError: '(' was never closed (cut off)\n"},
      {"screenshot()\r\nscreensho",
       "1: screenshot()\n2: screensho: NameError: name 'screensho' is not defined. "
       "Did you mean: 'screenshot'? (cut off)\n"},
      {"screenshot()\n# and n", "1: screenshot()\n"},
      {"x = 1\nscreenshot()\ndrag(1",
       "1: x = 1: SyntaxError: only tool calls with literal arguments can be used here, for "
       "example drag(100, 200, 300, 400)\n"},
      {"screenshot()\ndrag(1)\nclick(1, 2)",
       "1: screenshot()\n2: drag(1): TypeError: drag() missing 3 required positional arguments: "
       "'y1', 'x2', and 'y2'\n"},
      {"drag(1,\n2,\n", "1: drag(1,: SyntaxError: '(' was never closed (cut off)\n"},
  };
  for (const auto& [code, expected] : rows) {
    EXPECT_EQ(printed(read_python(std::string("```python\n") + code, Toolset::core())), expected)
        << code;
  }
}

TEST(ReadPython, CountsTheCutEndAmongTheStatements) {
  std::string code = "```python\n";
  for (int i = 0; i < 20000; ++i) code += "screenshot()\n";
  EXPECT_EQ(read_python(code, Toolset::core()).calls.size(), 20000U);
  const Reading reading = read_python(code + "screenshot()", Toolset::core());
  EXPECT_EQ(reading.calls.size(), 20000U);
  ASSERT_TRUE(reading.error.has_value());
  EXPECT_EQ(reading.error->text, "SyntaxError: more than 20000 calls in one block");
}

TEST(FindDialect, KnowsPythonOnly) {
  ASSERT_NE(find_dialect("python"), nullptr);
  EXPECT_EQ(find_dialect("python")->read, read_python);
  EXPECT_EQ(find_dialect("Python"), nullptr);
  EXPECT_EQ(find_dialect(""), nullptr);
}
}  // namespace franz::executor
