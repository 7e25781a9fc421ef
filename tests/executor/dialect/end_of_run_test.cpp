#include "common/formats/end_of_run.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "tests/support/least_time.h"

namespace franz::executor {
namespace {
struct Asked {
  bool is_cut = false, back = false;
};

// "done: …" or the error's kind; empty: neither.
std::string end_of(const std::string& text, EndBy end, Asked asked) {
  const std::optional<Reply> reply = Reply{quote_json(text), {}};
  const Source source{reply, {}, {1000, 500}, {}, 0, asked.is_cut, asked.back};
  const TextEnd made = end_by_text(source, text, end, "Go on.");
  EXPECT_FALSE(made.done && made.error);
  if (made.error && made.error->kind == kAskedBack) {
    EXPECT_EQ(made.error->text, "Go on.");
  }
  return made.done ? "done: " + *made.done : made.error ? made.error->kind : "";
}

Reading settled(const std::string& text, Reading reading, Asked asked) {
  const std::optional<Reply> reply = Reply{quote_json(text), {}};
  settle_end({reply, {}, {1000, 500}, {}, 0, asked.is_cut, asked.back}, reading);
  return reading;
}

Reading without_call() {
  Reading reading;
  reading.error = CallError{std::string(kNoCall), "expected a call", 0, ""};
  return reading;
}
}  // namespace

TEST(EndOfRun, ATextIsQueriedOnce) {
  const std::string text = "I will now click OK:";
  EXPECT_EQ(end_of(text, EndBy::any_text, {}), kAskedBack);
  EXPECT_EQ(end_of(text, EndBy::any_text, {.back = true}), "done: " + text);
  EXPECT_EQ(end_of(text, EndBy::finished_words, {}), "");
  EXPECT_EQ(end_of(text, EndBy::finished_words, {.back = true}), "");
  const std::string finished = "I have completed the task.";
  EXPECT_EQ(end_of(finished, EndBy::finished_words, {}), kAskedBack);
  EXPECT_EQ(end_of(finished, EndBy::finished_words, {.back = true}), "done: " + finished);
  EXPECT_EQ(end_of("", EndBy::any_text, {.back = true}), "");
}

TEST(EndOfRun, ATextThatIsNoEndIsNoneTheSecondTimeEither) {
  const struct {
    std::string text;
    std::string_view kind;
  } rows[] = {
      {std::string(80, '?'), kGarbage},
      {"```python\nleft_click(100, 100)\n```", kForeignCall},
      {"pyautogui.click(1, 2)", kForeignCall},
      {R"(<tool_call>{"name":"computer_use","arguments":{"action":"wait"}}</tool_call>)",
       kForeignCall},
      {"Action: click(start_box='(1,2)')", kForeignCall},
      {R"({"name":"computer","arguments":{"action":"wait"}})", kForeignCall},
      {R"(computer({"action":"wait"}))", kForeignCall},
      {R"(Calling tool click_element with {"label":"OK","box":[500,300]})", kForeignCall},
      {"<click_element><label>OK</label></click_element>", kForeignCall},
      {"function=click_element>\n<parameter=label>OK", kForeignCall},
      {"<|channel|>commentary to=functions.fly <|message|>{\"a\":1}<|call|>", kForeignCall},
      {"I used click_element(label=\"OK\", box=[500,300]).", kForeignCall},
  };
  for (const auto& row : rows)
    for (const bool back : {false, true})
      EXPECT_EQ(end_of(row.text, EndBy::any_text, {.back = back}), row.kind) << row.text;
  EXPECT_EQ(end_of("The task is done", EndBy::any_text, {.is_cut = true, .back = true}), kCutReply);
}

TEST(EndOfRun, ACutReplyIsExplainedAndEndsNothing) {
  const Reading cut = settled("Thinking: the b", without_call(), {.is_cut = true});
  EXPECT_EQ(cut.error->kind, kCutReply);
  EXPECT_TRUE(cut.error->text.starts_with("the reply ended where max_tokens ran out"));

  Reading end;
  end.done = "It is";
  EXPECT_EQ(settled("finished(content='It is", end, {}).done, "It is");
  end = settled("finished(content='It is", end, {.is_cut = true});
  EXPECT_EQ(end.done, std::nullopt);
  EXPECT_EQ(end.error->kind, kCutReply);

  Reading malformed;
  malformed.error = CallError{std::string(kMalformedReply), "not JSON", 0, ""};
  malformed.complaints = {"not JSON"};
  malformed = settled("{", malformed, {.is_cut = true});
  EXPECT_EQ(malformed.error->kind, kMalformedReply);
  EXPECT_EQ(malformed.complaints.front(), malformed.error->text);

  Reading acting;
  acting.items.emplace_back();
  acting.items.back().call = Call{ToolId::screenshot, {}};
  EXPECT_EQ(settled("observe", acting, {.is_cut = true}).error, std::nullopt);
}

TEST(EndOfRun, FinishedWordsWithoutTheEndActionAreQueriedOnce) {
  const std::string text = "<think>Is it?</think>\nI have completed the task.";
  const Reading first = settled(text, without_call(), {});
  EXPECT_EQ(first.error->kind, kAskedBack);
  EXPECT_TRUE(first.error->text.ends_with("expected a call")) << first.error->text;
  const Reading second = settled(text, without_call(), {.back = true});
  EXPECT_EQ(second.error, std::nullopt);
  EXPECT_EQ(second.done, "I have completed the task.");
  EXPECT_EQ(settled("I look.", without_call(), {.back = true}).error->kind, kNoCall);
}

TEST(EndOfRun, KnowsGarbage) {
  std::string letters;
  for (int i = 0; i < 20; ++i) letters += "la-";
  const struct {
    std::string text;
    bool expected;
  } rows[] = {
      {"", false},
      {"Done.", false},
      {"OK!", false},
      {"?", true},
      {"...", true},
      {std::string(80, '?'), true},
      {std::string(80, 'a'), true},
      {letters, true},
      {"The result: " + std::string(200, '!'), true},
      {"a!!!!!!!!!!!!!!!!!!!", true},
      {"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", true},
      {"\xFF\xFE\xFD", true},
      {"完了しました。", false},
      {"👍", false},
      {"No no no no no.", false},
      {"The table has the rows 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10.", false},
      {"| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |", false},
  };
  for (const auto& row : rows) EXPECT_EQ(is_garbage(row.text), row.expected) << row.text;
  EXPECT_LT(growth(std::string(10'000, '?') + "a", std::string(160'000, '?') + "a", 64,
                   [](const std::string& text) { static_cast<void>(is_garbage(text)); }),
            64);
}
}  // namespace franz::executor
