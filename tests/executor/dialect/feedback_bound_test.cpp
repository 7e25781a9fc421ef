// The feedback is bounded for any reply.
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "common/formats/feedback_lines.h"
#include "executor/dialect/dialects.h"
#include "tests/fuzz/dialect_promises.h"

namespace franz::executor {
namespace {
constexpr const char* kDialects[] = {"python", "actions", "tool_calls", "steps", "action",
                                     "qwen",   "uitars",  "pyautogui",  "holo",  "anthropic",
                                     "openai", "glm",     "mcp"};

std::string times(const std::string& piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

TEST(FeedbackBound, HoldsForRepliesOfFaultsInEveryDialect) {
  // Several times the feedback's limit.
  constexpr std::size_t kBytes = 8000;
  const struct {
    const char *front, *piece;
  } replies[] = {
      {"", "<tool_call>\n{\"name\": \"comp"},
      {"", "<tool_call>\n{\"name\": \"comp</tool_call>\n"},
      {"", "<tool_call>{\"name\":\"x\",\"arguments\":{}}</tool_call>\n"},
      {"",
       "<tool_call>{\"name\":\"computer_use\",\"arguments\":{\"action\":\"left_click\","
       "\"coordinate\":[5000,-1]}}</tool_call>\n"},
      {"", "<tool_call>computer_use<arg_key>action</arg_key></tool_call>"},
      {"Action: ", "click(start_box='(1', 2)\n"},
      {"Action: ", "klick(1)\n\n"},
      {"```python\n", "pyautogui.click(5000, 1)\n"},
      {"```python\n", "click(1500, 500)\n"},
      {"", "```python\nklick(1)\n```\n"},
      {"ACTIONS:\n", "click(1500, 500)\n"},
      {"ACTIONS:\n", "klick(\"\x01\xFF\\\")\n"},
      {"{\"steps\":[", "{\"tool\":1},"},
      {"", "\x01\xFF\"\\"},
      {"ACTIONS:\ntype(\"", "x"},
      {"```python\ntype(\"", "\\n"},
  };
  std::string calls;
  for (int i = 0; i < 8; ++i)
    calls += kCallMark + times("n", 3000) + kArgumentsMark + times("\"", 3000);
  for (const char* dialect : kDialects) {
    for (const auto& [front, piece] : replies)
      EXPECT_EQ(broken_dialect_promise(dialect, front + times(piece, kBytes)), "")
          << dialect << " " << front << piece;
    EXPECT_EQ(broken_dialect_promise(dialect, calls), "") << dialect;
  }
}

TEST(FeedbackBound, EachOfAThousandCallsHasItsAnswer) {
  for (const std::string_view name :
       {"tool_calls", "anthropic", "qwen", "holo", "pyautogui", "mcp"}) {
    const Dialect& dialect = *find_dialect(name);
    std::optional<Reply> reply = Reply{"\"\"", {}};
    for (int i = 0; i < 1000; ++i)
      reply->calls.push_back({quote_json("c" + std::to_string(i)), "\"klick\"", "{\"x\":1}"});
    const Reading reading = dialect.read({reply, {}, {1280, 720}}, Toolset::all());
    const std::vector<ItemResult> results(reading.items.size(), {.outcome = Outcome::malformed});
    const TurnReport report = dialect.report(reading, results, {});
    ASSERT_EQ(report.answers.size(), 1000U) << name;
    std::size_t bytes = report.feedback.size();
    for (const Answer& answer : report.answers) bytes += answer.text.size();
    EXPECT_LT(bytes, 2 * kMaxFeedback + 1000 * 100) << name;
    EXPECT_GT(report.answers[0].text.size(), 50U) << name;
  }
}

TEST(FeedbackLines, KeepTheFirstAndCountTheRest) {
  const struct {
    std::size_t budget;
    std::vector<std::string> lines;
    std::string expected;
  } cases[] = {
      {100, {}, ""},
      {100, {"", ""}, ""},
      {100, {"a", "", "b"}, "a\nb\n"},
      {100, {"a", "a", "b", "a"}, "a\nb\na\nand 1 more like these\n"},
      {4, {"a", "b"}, "a\nb\n"},
      {3, {"a", "b", "c"}, "a\nand 2 more like these\n"},
      // All lines after one that does not fit are omitted, even shorter ones.
      {5, {"a", "bbbbb", "c"}, "a\nand 2 more like these\n"},
      {0, {"a"}, "and 1 more like these\n"},
      {5000, {std::string(999, 'x') + "é!"}, std::string(997, 'x') + "…\n"},
      {100, {"\xFF"}, "\xEF\xBF\xBD\n"},
  };
  for (const auto& [budget, lines, expected] : cases) {
    FeedbackBudget bytes(budget);
    FeedbackLines feedback(bytes);
    for (const std::string& line : lines) feedback.add(line);
    EXPECT_EQ(feedback.take(), expected);
    EXPECT_TRUE(feedback.empty());
  }
}

TEST(FeedbackLines, OfOneReplyShareTheirBudget) {
  FeedbackBudget budget(5);
  FeedbackLines first(budget), second(budget);
  first.add("a");
  second.add("bb");
  first.add("c");
  EXPECT_EQ(first.take() + "-" + second.take(), "a\nand 1 more like these\n-bb\n");
}

TEST(FeedbackLines, ListsOfCallsAreShort) {
  EXPECT_EQ(list_calls(std::vector<std::string>{"a()", "b()"}), "a(), b()");
  EXPECT_EQ(list_calls(std::vector<std::string>(22, "c")),
            "c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c and 2 more");
  const std::string list = list_calls(std::vector<std::string>(10, std::string(5000, 'x')));
  EXPECT_LT(list.size(), 620U);
  EXPECT_TRUE(list.ends_with("… and 6 more")) << list;
}
}  // namespace
}  // namespace franz::executor
