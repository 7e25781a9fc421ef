#include "proxy/demo_vlm/script.h"
#include <gtest/gtest.h>

namespace franz::demo_vlm {
TEST(Script, KeepsTextsAsTheirBytes) {
  const auto script = parse_script(
      "# a comment\n\n"
      R"({"content":"\ud83d \/ \u0000 \ud83d\ude00","reasoning":"hm\n"})"
      "\r\n");
  ASSERT_TRUE(script.ok()) << script.error().message;
  ASSERT_EQ(script.value().size(), 1U);
  EXPECT_EQ(script.value()[0].content, R"(\ud83d \/ \u0000 \ud83d\ude00)");
  EXPECT_EQ(script.value()[0].reasoning, R"(hm\n)");
}

TEST(Script, KeepsCallsAndSaysHowSuchAReplyEnds) {
  const auto script =
      parse_script(R"j({"calls":[{"id":"a\u0062","name":"drag","arguments":"{\"x\": 1}"}]})j"
                   "\n"
                   R"j({"content":"c","calls":[],"finish_reason":"stop"})j");
  ASSERT_TRUE(script.ok()) << script.error().message;
  const ScriptLine& line = script.value().front();
  EXPECT_EQ(line.calls, (std::vector<ReplyCall>{{R"("a\u0062")", R"("drag")", R"("{\"x\": 1}")"}}));
  EXPECT_EQ(line.finish_reason, "tool_calls");
  EXPECT_EQ(script.value().back().finish_reason, "stop");
}

TEST(Script, NamesTheLineAndTheFieldThatIsWrong) {
  const struct {
    const char *text, *error;
  } rows[] = {
      {"", "no line with a reply"},
      {"# nothing\n", "no line with a reply"},
      {"{}\n{\"status\":99}", "line 2: /status: expected 200..599"},
      {"\n{\"content\":5}", "line 2: /content: expected a text"},
      {"{\"attempts\":0}", "line 1: /attempts: expected 1..1000000"},
      {"{\"calls\":{}}", "line 1: /calls: expected a list of at most 1000"},
  };
  for (const auto& row : rows) {
    const auto script = parse_script(row.text);
    ASSERT_FALSE(script.ok()) << row.text;
    EXPECT_EQ(script.error().message, row.error);
  }
}

TEST(Script, GivesEachTurnAndAttemptItsLine) {
  const Script script = parse_script(R"({"content":"1"}
{"content":"2 fails","attempts":2}
{"content":"2 fails again","attempts":1}
{"content":"2"}
{"content":"3"})")
                            .value();
  const struct {
    long long turn, attempt;
    const char* content;
  } rows[] = {
      {1, 1, "1"}, {1, 9, "1"},  {2, 1, "2 fails"}, {2, 2, "2 fails"}, {2, 3, "2 fails again"},
      {2, 4, "2"}, {2, 99, "2"}, {3, 1, "3"},       {700, 1, "3"}};
  for (const auto& row : rows) {
    EXPECT_EQ(line_for(script, {row.turn, row.attempt}).content, row.content)
        << row.turn << "/" << row.attempt;
  }
  const char* in_order[] = {"1", "2 fails", "2 fails", "2 fails again", "2", "3", "3"};
  for (long long i = 0; i < 7; ++i) EXPECT_EQ(line_for_request(script, i + 1).content, in_order[i]);
}

TEST(AttemptCounter, CountsTheRequestsForTheNewestTurnOfEachRun) {
  AttemptCounter counter;
  const struct {
    const char *header, *counted;
  } rows[] = {
      {"a/17/0123456789abcdef/-", "17 1"}, {"a/17/0123456789abcdee/-", "17 2"},
      {"b/17/0123456789abcded/-", "17 1"}, {"a/18/0123456789abcdec/0123456789abcdee", "18 1"},
      {"a/17/0123456789abcdeb/-", "17 1"}, {"a/17/2", "nothing"},
  };
  for (const auto& row : rows) {
    const auto at = counter.count(row.header);
    EXPECT_EQ(at ? std::to_string(at->turn) + " " + std::to_string(at->attempt) : "nothing",
              row.counted)
        << row.header;
  }
}
}  // namespace franz::demo_vlm
