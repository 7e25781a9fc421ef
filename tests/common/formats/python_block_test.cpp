#include "common/formats/python_block.h"
#include <gtest/gtest.h>
#include <array>
#include <string>
#include <vector>
#include "tests/support/least_time.h"

namespace franz {
namespace {
struct Row {
  const char* claim;
  std::string text;
  int count;
  std::string first;
  bool closed = true;
};

void expect(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.claim) + ":\n" + row.text);
    const PythonBlocks found = find_python_blocks(row.text);
    EXPECT_EQ(found.count, row.count);
    EXPECT_EQ(found.first, row.first);
    EXPECT_EQ(found.first_is_closed, row.closed);
  }
}
}  // namespace

TEST(PythonBlocks, OpenAndCloseAsInCommonMark) {
  expect({
      {"no text", "", 0, ""},
      {"no block", "I will draw.\n", 0, ""},
      {"a block", "Hi\n```python\na()\nb()\n```\nbye", 1, "a()\nb()"},
      {"names in any case", "```PyThOn3 \t\na()\n```", 1, "a()"},
      {"py", "```py\na()\n```", 1, "a()"},
      {"py3", "~~~py3\na()\n~~~", 1, "a()"},
      {"longer fences", "`````python\na()\n```\nb()\n``````  \n", 1, "a()\n```\nb()"},
      {"tildes do not close backticks", "```python\na()\n~~~\nb()\n```", 1, "a()\n~~~\nb()"},
      {"text behind a closing fence is none of its code", "```python\na()\n``` x\nb()\n```", 1,
       "a()"},
      {"also at the end", "```python\na()\n  ````\tThat is all.", 1, "a()"},
      {"and before another block", "```python\na()\n``` Then:\n```python\nb()\n```", 2, "a()"},
      {"but not in a string", "```python\ntype(\'\'\'a\n``` x\n\'\'\')\n```", 1,
       "type(\'\'\'a\n``` x\n\'\'\')"},
      {"nor a language, which opens", "```python\na()\n```json", 1, "a()\n```json", false},
      {"text behind python is another language", "```python x\na()\n```", 0, ""},
      {"pythonic is another language", "```pythonic\na()\n```", 0, ""},
      {"a space before python is another language", "``` python\na()\n```", 0, ""},
      {"two marks are no fence", "``python\na()\n``", 0, ""},
      {"a sentence with code is no fence", "```x``` is\n```python\na()\n```", 1, "a()"},
      {"a fence in the middle of a sentence is none", "The ```python block:\na()\n", 0, ""},
      {"empty", "```python\n```", 1, ""},
      {"an empty line", "```python\n\n```", 1, ""},
      {"two empty lines", "```python\n\n\n```", 1, "\n"},
      {"CRLF", "```python\r\na()\r\nb()\r\n```\r\n", 1, "a()\nb()"},
      {"a lone CR stays", "```python\na()\rb()\n```", 1, "a()\rb()"},
      {"a closing fence may be indented", "```python\na()\n   ```\nx", 1, "a()"},
  });
}

TEST(PythonBlocks, RemoveTheirIndentation) {
  expect({
      {"as much as the fence has", "  ```python\n  a()\n    b()\n c()\nd()\n  ```", 1,
       "a()\n  b()\nc()\nd()"},
      {"a tab is no space", "   ```python\n\ta()\n   ```", 1, "\ta()"},
      {"of any depth", "- Draw:\n\n      ```python\n      a()\n        b()\n      ```", 1,
       "a()\n  b()"},
      {"tabs, too", "\t```python\n\ta()\n\t\tb()\n\t```\n", 1, "a()\n\tb()"},
      {"behind a text, that of its line", "  1. Draw ```python\n  a()\n  ```", 1, "a()"},
      {"a block of another language, too",
       "    ```json\n    ```python\n    ```\n```python\nb()\n```", 1, "b()"},
  });
}

TEST(PythonBlocks, MayOpenAfterAText) {
  expect({
      {"a sentence", "Here it is: ```python\na()\n```\n", 1, "a()"},
      {"a word", "NEXT:~~~PY3  \r\na()\r\n~~~", 1, "a()"},
      {"behind code in the sentence", "I use `drag` and ```code```: ```python\na()\n```", 1, "a()"},
      {"the run is as long as it is", "So:````python\na()\n```\n````", 1, "a()\n```"},
      {"two marks are none", "So: ``python\na()\n``", 0, ""},
      {"another language is skipped", "As JSON: ```json\n{}\n```\n```python\na()\n```", 1, "a()"},
      {"the end of code in a sentence opens nothing", "a ```b```\nc ```d```.x\n```python\na()\n```",
       1, "a()"},
      {"nor does a lone run", "It ends with ```\n```python\na()\n```", 1, "a()"},
  });
}

TEST(PythonBlocks, MayCloseAfterCode) {
  expect({
      {"behind the last call", "```python\na()\nb(1, 2)```\n", 1, "a()\nb(1, 2)"},
      {"with blanks", "```python\na()\nb(1, 2) ``` \t\r\nbye", 1, "a()\nb(1, 2) "},
      {"with the next fence below it", "```python\na()```\n```python\nb()```", 2, "a()"},
      {"with more marks", "~~~python\na()~~~~~", 1, "a()"},
      {"not with fewer", "````python\na()```\nb()````", 1, "a()```\nb()"},
      {"not with text behind it", "```python\na()``` x\nb()\n```", 1, "a()``` x\nb()"},
      {"not in a string", "```python\ntype('a```\nb()\n```", 1, "type('a```\nb()"},
      {"not in a triple string", "```python\ntype(\'\'\'a\nb ```\n\'\'\')\n```", 1,
       "type(\'\'\'a\nb ```\n\'\'\')"},
      {"not behind an escaped quote", "```python\ntype('a\\' ```\nb()```", 1,
       "type('a\\' ```\nb()"},
      {"behind a string that is closed", "```python\ntype('it is # 5')```\nb()", 1,
       "type('it is # 5')"},
      {"a string ends with its line", "```python\ntype('a\nb()```", 1, "type('a\nb()"},
      {"behind a comment", "```python\na()  # it's a head```\nb()", 1, "a()  # it's a head"},
      {"not where a comment quotes", "```python\na()  # ```no fence```\nb()\n```", 1,
       "a()  # ```no fence```\nb()"},
      {"alone on its line even in a string", "```python\ntype(\'\'\'a\n```\nb", 1, "type(\'\'\'a"},
      {"of another language", "```json\n{}```\n```python\na()\n```", 1, "a()"},
      {"of another language, not where it quotes", "```md\n```x```\n```python\n```\n", 0, ""},
  });
}

TEST(PythonBlocks, AreCountedAndTheFirstIsTaken) {
  expect({
      {"two", "```python\na()\n```\n```python\nb()\n```", 2, "a()"},
      {"an empty one counts", "```python\n```\n```python\nb()\n```", 2, ""},
      {"the second is cut off", "```python\na()\n```\n```python\nb(", 2, "a()"},
  });
}

TEST(CodeBlocks, HaveARequestedLanguageAndTheLastFilledIsTaken) {
  constexpr std::array<std::string_view, 2> kLanguages{"code", ""};
  const auto taken = [&](const std::string& text) {
    const CodeBlocks found = find_code_blocks(text, kLanguages, TakenBlock::last_filled);
    return std::to_string(found.count) + " " + std::to_string(found.taken.line) + " " +
           found.taken.code + (found.taken.is_closed ? "" : "…");
  };
  EXPECT_EQ(taken("```\na\n```\n```Code\nb\n```\n```python\nc\n```"), "2 5 b");
  EXPECT_EQ(taken("x\n```\na\n```\n``` \n\n"), "2 3 a");
  EXPECT_EQ(taken("```code\na\n```\n```code\nb"), "2 5 b…");
  EXPECT_EQ(taken("```python\na\n```"), "0 1 ");
}

TEST(PythonBlocks, SkipBlocksOfOtherLanguages) {
  expect({
      {"a python fence inside is content", "````md\n```python\na()\n```\n````\n```python\nb()\n```",
       1, "b()"},
      {"without a language", "```\n```python\n```\n```python\nb()\n```", 1, "b()"},
      {"not closed", "```json\n{}\n```python\na()\n", 0, ""},
  });
}

TEST(PythonBlocks, MayBeCutOff) {
  expect({
      {"in a line", "```python\na()\nb(", 1, "a()\nb(", false},
      {"behind a line", "```python\na()\n", 1, "a()\n", false},
      {"at once", "```python", 1, "", false},
      {"in the closing fence", "```python\na()\n``", 1, "a()\n``", false},
  });
}

TEST(PythonBlocks, AreFoundInLinearTime) {
  const auto many = [](const std::string& piece, std::size_t bytes) {
    std::string text;
    while (text.size() < bytes) text += piece;
    return text;
  };
  for (const std::string piece :
       {"```python\n```\n", "```python\n", "`", "~~~\n", "   ```x`\n", " ", "```python\n\n",
        "x ```y\n", "``` ", "```python\n'```\n", "```python\n# ```", "\t"}) {
    EXPECT_LT(growth(many(piece, 1UL << 16U), many(piece, 1UL << 20U), 64,
                     [](const std::string& text) { (void)find_python_blocks(text); }),
              64)
        << piece;
  }
}
}  // namespace franz
