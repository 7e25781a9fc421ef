#include "common/os/line_child.h"
#include <gtest/gtest.h>
#include "tests/support/test_paths.h"

namespace franz {
static constexpr int kLong = 60'000;  // never reached if the test passes

static LineChild child(const std::string& act = "lines") {
  return LineChild({kChildForTests, {act}, {}, ""});
}

static std::string text_of(const Result<std::string, ChildFailure>& answer) {
  return answer.ok() ? answer.value() : answer.error().log;
}

TEST(LineChild, AnswersLineAfterLineFromOneProcess) {
  LineChild lines = child();
  const std::string first = text_of(lines.ask("which", kLong));
  EXPECT_EQ(text_of(lines.ask("a", kLong)), "got a");
  EXPECT_EQ(text_of(lines.ask("", kLong)), "got ");
  EXPECT_EQ(text_of(lines.ask("which", kLong)), first);
  lines.end();
  EXPECT_NE(text_of(lines.ask("which", kLong)), first);
}

TEST(LineChild, OneThatEndsIsStartedAnew) {
  LineChild lines = child();
  const auto ended = lines.ask("bye", kLong);
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(ended.error().kind, ChildFailure::Kind::ended);
  EXPECT_EQ(ended.error().log, "ended with exit code 5");
  EXPECT_EQ(text_of(lines.ask("a", kLong)), "got a");
}

TEST(LineChild, OneThatIsLateIsEndedAndStartedAnew) {
  LineChild lines = child();
  const std::string first = text_of(lines.ask("which", kLong));
  const auto late = lines.ask("wait", 50);
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().kind, ChildFailure::Kind::no_answer);
  EXPECT_EQ(late.error().log, "no answer in 50 ms");
  EXPECT_NE(text_of(lines.ask("which", kLong)), first);
}

TEST(LineChild, StopsWhenAsked) {
  LineChild lines = child();
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(text_of(lines.ask("wait", kLong, source.get_token())), "stopped");
}

TEST(LineChild, OneThatIsMissingIsNamedSo) {
  LineChild missing({"/nowhere/at/all", {"--lines"}, {}, ""});
  const auto answer = missing.ask("a", kLong);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().kind, ChildFailure::Kind::not_started);
}

TEST(AskLine, KeepsTheProgramThroughARefusalButNotThroughRubbish) {
  const auto parse = [](std::string_view text) -> Result<std::string> {
    if (text.find_first_not_of("0123456789") == std::string_view::npos) return std::string(text);
    return Error{"no number"};
  };
  LineChild lines = child();
  const auto first = ask_line(lines, "which", kLong, parse);
  ASSERT_TRUE(first.ok());
  const auto refused = ask_line(lines, "refuse", kLong, parse);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ChildFailure::Kind::ended);
  EXPECT_EQ(refused.error().log, "refused: request: /turn");
  EXPECT_EQ(ask_line(lines, "which", kLong, parse).value(), first.value());
  const auto rubbish = ask_line(lines, "rubbish", kLong, parse);
  ASSERT_FALSE(rubbish.ok());
  EXPECT_EQ(rubbish.error().kind, ChildFailure::Kind::unreadable);
  EXPECT_EQ(rubbish.error().log, "answer: no number");
  EXPECT_NE(ask_line(lines, "which", kLong, parse).value(), first.value());
}
}  // namespace franz
