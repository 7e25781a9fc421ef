#include "executor/dialect/python.h"
#include <gtest/gtest.h>
#include <string>
#include "common/base/json_string.h"
#include "executor/dialect/dialects.h"

namespace franz::executor {
namespace {
// The calls, one per line, then the error with its line and source.
std::string printed(const Reading& reading) {
  std::string text;
  const auto add = [&](const CallError& error) {
    text += std::to_string(error.line) + ": " + error.source + ": " + error.text +
            (reading.cut_off ? " (cut off)" : "") + "\n";
  };
  for (const Item& each : reading.items) {
    if (each.error) {
      add(*each.error);
    } else if (each.call) {
      text += std::to_string(each.line) + ": " + canonical_text(*each.call) + "\n";
    } else {
      text += std::to_string(each.line) + ": " + each.written + " fails, too\n";
    }
  }
  if (reading.error) add(*reading.error);
  return text;
}

Reading read(const std::string& text, const Coordinates& coordinates = {}) {
  const std::optional<Reply> reply = Reply{quote_json(text), {}};
  return read_python({reply, coordinates, {512, 288}}, Toolset::core());
}
}  // namespace

TEST(ReadPython, IgnoresThoughts) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {"<think>\n```python\na()\n```\n</think>\n```python\nleft_click(1, 2)\n```",
       "1: left_click(1, 2)\n"},
      {"<think>```python\na()</think>\n```python\nleft_click(1, 2)\n```", "1: left_click(1, 2)\n"},
      {"<think>x</think>```python\nleft_click(1, 2)\n```", "1: left_click(1, 2)\n"},
      {"<think>x</think><think>\n\n</think>```python\nleft_click(1, 2)\n```",
       "1: left_click(1, 2)\n"},
      {"<think>\n```python\na()\n```\n",
       "0: : SyntaxError: no ```python block found in your reply.\n"},
      {"</think>\n```python\nleft_click(1, 2)\n```", "1: left_click(1, 2)\n"},
      // In a block it is content.
      {"```python\ntype('<think>')\n```\n", "1: type(\"<think>\")\n"},
      {"```python\ntype('a <think>')\n```\n", "1: type(\"a <think>\")\n"},
      {"```\n<think>\n```\n```python\nleft_click(1, 2)\n```", "1: left_click(1, 2)\n"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(printed(read(text)), expected) << text;
}

TEST(ReadPython, ReadsTheFirstBlock) {
  const Reading reading =
      read("RULES\n```python\n# step\ndrag(1,2, 3, 4)\n```\n```python\nclick(5, 6)\n```\n");
  EXPECT_EQ(reading.blocks, 2);
  EXPECT_EQ(printed(reading), "2: drag(1, 2, 3, 4)\n");
  EXPECT_EQ(reading.items[0].written, "drag(1,2, 3, 4)");
}

TEST(ReadPython, FindsNoBlockBeforeTheFirstReply) {
  const std::optional<Reply> nothing;
  const Reading reading = read_python({nothing, {}, {512, 288}}, Toolset::core());
  EXPECT_EQ(reading.blocks, 0);
  EXPECT_EQ(printed(reading), "0: : SyntaxError: no ```python block found in your reply.\n");
}

TEST(ReadPython, KeepsTheItemsAfterAnError) {
  EXPECT_EQ(printed(read("```python\nclick(1, 2)\ndrag(1)\nclick(3, 4); jump()\n```")),
            "1: left_click(1, 2)\n"
            "2: drag(1): TypeError: drag() missing 3 required positional arguments: 'y1', 'x2', "
            "and 'y2'\n"
            "3: left_click(3, 4)\n"
            "3: jump() fails, too\n");
}

TEST(ReadPython, ConvertsPlacesOfOtherScalesToThousandths) {
  const auto pixels = read("```python\ndrag(0, 0, 511, 143.5)\ntype('x')\n```",
                           {Coordinates::Kind::pixels, 1000, 0});
  EXPECT_EQ(printed(pixels), "1: drag(0.0, 0.0, 1000.0, 500.0)\n2: type(\"x\")\n");
  const auto share = read("```python\nclick(0.5, 1)\n```", {Coordinates::Kind::relative, 1, 0});
  EXPECT_EQ(printed(share), "1: left_click(500.0, 1000.0)\n");
}

TEST(ReadPython, ReportsThatThereIsNoBlock) {
  EXPECT_EQ(printed(read("drag(1, 2, 3, 4)")),
            "0: : SyntaxError: no ```python block found in your reply.\n");
}

TEST(ReadPython, RunsTheCompleteCallsOfACutOffBlock) {
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
    EXPECT_EQ(printed(read(std::string("```python\n") + code)), expected) << code;
  }
}

TEST(ReadPython, CountsTheCutEndAmongTheStatements) {
  std::string code = "```python\n";
  for (int i = 0; i < 20000; ++i) code += "screenshot()\n";
  EXPECT_EQ(read(code).items.size(), 20000U);
  const Reading reading = read(code + "screenshot()");
  EXPECT_EQ(reading.items.size(), 20000U);
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
