#include "common/run/steps_file.h"
#include <gtest/gtest.h>
#include "common/run/recorded_step.h"

namespace franz {
namespace {
Step step_of(int turn) {
  Step step;
  step.turn = turn;
  step.reply = {R"("\ud83d \/")", {{R"("c\/1")", R"("drag")", R"({ "x" : 1.50 })"}}};
  step.items = R"j([{"call":"drag(1, 2, 3, 4)"}])j";
  step.answers = {{R"("c\/0")", R"("done \u00e9")", true}};
  step.feedback = "OK: 1 action executed.\n";
  step.note = "a \"hat\"";
  step.picture = PictureRef{std::string(64, 'a')};
  return step;
}

// What a file of these bytes gives, and whether all of it counted.
std::string read(const std::string& text, int up_to) {
  StepLines lines(up_to);
  std::size_t begin = 0;
  bool going_on = true;
  while (going_on && begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    const bool whole = end != std::string::npos;
    going_on = lines.take(std::string_view(text).substr(begin, end - begin), whole);
    begin = whole ? end + 1 : text.size();
  }
  std::string turns;
  for (const Step& step : lines.steps()) {
    turns += std::to_string(step.turn);
    EXPECT_EQ(to_json(step), to_json(step_of(step.turn)));
  }
  return turns + (lines.all_counted() ? "" : "!");
}

TEST(StepsFile, KeepsAStepToTheByte) {
  const std::string line = to_json(step_of(7));
  EXPECT_EQ(line, R"({"turn":7,"reply":"\ud83d \/","calls":[{"id":"c\/1","name":"drag",)"
                  R"j("arguments":{ "x" : 1.50 }}],"items":[{"call":"drag(1, 2, 3, 4)"}],)j"
                  R"("answers":[{"id":"c\/0","text":"done \u00e9","picture":true}],)"
                  R"("feedback":"OK: 1 action executed.\n","note":"a \"hat\"","picture":")" +
                      std::string(64, 'a') + "\"}");
  const Result<Step> back = parse_step(line);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(to_json(back.value()), line);
  Step bare;
  bare.turn = 1;
  EXPECT_EQ(to_json(parse_step(to_json(bare)).value()), to_json(bare));
  EXPECT_EQ(parse_step(R"({"turn":1,"reply":"x"})").error().message, "/items: expected a list");
}

// A kill cuts the file anywhere.
TEST(StepsFile, CountsWholeLinesUpToTheState) {
  std::string text;
  for (int turn = 1; turn <= 3; ++turn) text += to_json(step_of(turn)) + "\n";
  const std::size_t line = text.size() / 3;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    const std::string expected = std::string("123").substr(0, cut / line);
    EXPECT_EQ(read(text.substr(0, cut), 3), expected + (cut % line == 0 ? "" : "!")) << cut;
  }
  EXPECT_EQ(read(text, 2), "12!");  // the state is older
  EXPECT_EQ(read(text, 0), "!");
  EXPECT_EQ(read(text.substr(line), 3), "!");  // the first is missing
  EXPECT_EQ(read(text.substr(0, line) + "\n" + text.substr(line), 3), "1!");  // a blank line
}

TEST(RecordedStep, IsWhatTheTurnSentAndWasReplied) {
  TurnRecord record;
  record.turn = 7;
  record.feedback = R"("OK: 1 action executed.\n")";
  record.note = "a \"hat\"";
  record.executor_out =
      R"j({"feedback":"OK: 1 action executed.\n","items":[{"call":"drag(1, 2, 3, 4)"}],)j"
      R"("answers":[{"id":"c\/0","text":"done \u00e9","picture":true}]})";
  record.response.emplace();
  record.response->text = R"("\ud83d \/")";
  record.response->calls = step_of(7).reply.calls;
  record.picture.emplace();
  record.picture->sha256 = std::string(64, 'a');
  const Result<Step> step = recorded_step(record);
  ASSERT_TRUE(step.ok()) << step.error().message;
  EXPECT_EQ(to_json(step.value()), to_json(step_of(7)));
  record.executor_out = R"({"feedback":7})";
  EXPECT_EQ(recorded_step(record).error().message, "executor.out: /feedback: expected a text");
}
}  // namespace
}  // namespace franz
