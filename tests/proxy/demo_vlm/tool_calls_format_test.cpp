#include <gtest/gtest.h>
#include "proxy/demo_vlm/format/format.h"
#include "tests/proxy/demo_vlm/format_checks.h"
#include "tests/proxy/demo_vlm/tool_call_run.h"

namespace franz::demo_vlm {
namespace {
const Drawing& short_cat() { return drawings_in_few_strokes().front(); }
}  // namespace

TEST(ToolCallsFormat, SpeaksWhereTheRequestTellsTools) {
  SeenRequest request;
  EXPECT_NE(dialect_for(request), "tool_calls");
  request.conversation.tools = {"drag"};
  EXPECT_EQ(dialect_for(request), "tool_calls");
}

TEST(ToolCallsFormat, DrawsTheCatACallAReplyAndMendsEachMistakeOnce) {
  const struct {
    const char *type, *words;
  } mistakes[] = {
      {"too_many_tool_calls", "One call a reply is performed"},
      {"missing_label", "The label was missing"},
      {"invalid_box", "Places are plain numbers"},
      {"invalid_json", "My arguments were no JSON"},
      {"unknown_tool", "There is no tool drg: it is called drag."},
      {"refused", "Nothing can be typed without a click"},
      {"invalid_key", "it is called escape"},
      {"no_effect", "That does nothing here"},
  };
  ToolCallRun run;
  std::size_t looks = 0, thoughts = 0, calls_in_text = 0;
  std::vector<std::size_t> several;
  while (run.turn()) {
    const std::size_t calls = run.reply->calls.size();
    if (calls > 1) several.push_back(calls);
    looks += run.called() == "observe_screen" ? 1 : 0;
    thoughts += contains(run.said(), "<think>\n") ? 1 : 0;
    calls_in_text += contains(run.said(), "<tool_call>") ? 1 : 0;
    const std::string answer = run.answers.empty() ? "" : run.answers.back();
    for (const auto& each : mistakes) {
      if (!contains(answer, each.type)) continue;
      EXPECT_TRUE(contains(run.said(), each.words)) << run.said();
    }
    ASSERT_LE(run.steps.size(), 90U) << run.said();
  }
  EXPECT_EQ(run.result,
            "The cat is finished: a whole cat from its ears to its stripes, 71 strokes in all. I "
            "have looked at it, and every line is where it should be.");
  expect_whole(run.picture, short_cat());
  EXPECT_EQ(several, (std::vector<std::size_t>{2}));
  EXPECT_EQ(calls_in_text, 1U);
  EXPECT_GE(looks, 7U);
  EXPECT_GE(thoughts, 10U);
  for (const auto& each : mistakes)
    EXPECT_EQ(count_with(run.answers, "\"type\":\"" + std::string(each.type)), 1) << each.type;
  EXPECT_EQ(count_with(run.answers, "\"ok\":false"), 8);
}

TEST(ToolCallsFormat, DrawsWhatTheUserAskedFor) {
  for (const Drawing& drawing : drawings_in_few_strokes()) {
    SCOPED_TRACE(drawing.name);
    ToolCallRun run;
    run.objective = "Please draw a " + drawing.name + ". Not a cat.";
    run.stream = drawing.name.size() % 2 == 0;
    run.turns(130);
    EXPECT_TRUE(run.result && contains(*run.result, drawing.whole)) << run.said();
    expect_whole(run.picture, drawing);
  }
}

TEST(ToolCallsFormat, DrawsAgainWhatThePictureLacks) {
  ToolCallRun run;
  run.lost = {"drag(481, 228, 540, 124)", "drag(795, 287, 840, 309)", "type(\"franz\")"};
  run.turns(110);
  EXPECT_TRUE(run.result && contains(*run.result, "every line is where it should be"));
  EXPECT_TRUE(run.lost.empty());
  expect_whole(run.picture, short_cat());
}

TEST(ToolCallsFormat, GivesUpWhatNeverAppears) {
  ToolCallRun run;
  run.objective = "draw a star";
  for (int i = 0; i < 200 && run.turn(); ++i) run.lost.insert("type(\"franz\")");
  ASSERT_TRUE(run.result) << run.said();
  EXPECT_TRUE(contains(*run.result, "1 stroke I have tried and cannot see.")) << *run.result;
}

TEST(ToolCallsFormat, LooksWhenNobodyKnowsWhatWasDone) {
  ToolCallRun run;
  run.turns(5);
  run.capturer_fails = true;
  run.turns(1);
  EXPECT_EQ(count_with(run.answers, "not_confirmed"), 1);
  EXPECT_EQ(run.called(), "observe_screen");
  run.turns(120);
  EXPECT_TRUE(run.result && contains(*run.result, "every line is where it should be"));
  expect_whole(run.picture, short_cat());
}

TEST(ToolCallsFormat, AsksAgainForAPictureThatDidNotComeAndGoesOnInTheEnd) {
  ToolCallRun run;
  while (run.called() != "observe_screen") run.turns(1);
  run.capturer_fails = true;
  run.turns(1);
  EXPECT_EQ(run.called(), "observe_screen");
  run.capturer_fails = true;
  run.turns(1);
  EXPECT_EQ(run.called(), "drag");
  run.turns(120);
  EXPECT_TRUE(run.result.has_value());
  expect_whole(run.picture, short_cat());
}

TEST(ToolCallsFormat, GoesByItsMemoryWhereNoPictureIsSent) {
  ToolCallRun run;
  run.memory.keep_pictures = 0;
  run.turns(120);
  EXPECT_EQ(run.result,
            "The cat is finished: a whole cat from its ears to its stripes, 71 strokes in all.");
  expect_whole(run.picture, short_cat());
}

TEST(ToolCallsFormat, GoesByThePictureWhereNothingIsRemembered) {
  SeenRequest request;
  request.picture = black(512, 288);
  request.conversation.tools = {"drag", "click_element", "type_text", "observe_screen"};
  const auto next = [&] { return decide(request).calls.front().arguments; };
  EXPECT_EQ(next(), R"({"label":"wall","from":[0,822],"to":[1000,822]})");
  for (std::size_t part = 0; part < 3; ++part) draw_part(*request.picture, short_cat().parts[part]);
  EXPECT_EQ(next(), R"({"label":"inner ears","from":[412,244],"to":[388,198]})");
}

TEST(ToolCallsFormat, CallsOnlyWhatTheRequestTells) {
  ToolCallRun run;
  run.tools = {{"left_click", true}, {"drag", true}};
  for (int i = 0; i < 120 && run.turn(); ++i)
    EXPECT_TRUE(run.called() == "click_element" || run.called() == "drag" ||
                run.called() == "drg" || run.called().empty())
        << run.called();
  ASSERT_TRUE(run.result) << run.said();
  EXPECT_TRUE(contains(*run.result, "For 1 stroke I have no tool.")) << *run.result;

  ToolCallRun none;
  none.tools = {{"screenshot", true}};
  none.turns(5);
  EXPECT_EQ(none.result, "I have drawn nothing. For 71 strokes I have no tool.");
}

TEST(ToolCallsFormat, TakesNoteOfTheOperator) {
  ToolCallRun run;
  run.turns(3);
  run.note = "A bigger moon, please.";
  run.turns(1);
  EXPECT_TRUE(contains(run.said(), "The operator says: \"A bigger moon, please.\"")) << run.said();
  run.turns(1);
  EXPECT_FALSE(contains(run.said(), "operator")) << run.said();
}

TEST(ToolCallsFormat, KeepsNothingBetweenRequests) {
  ToolCallRun run, other;
  run.turns(30);
  other.turns(9);
  EXPECT_EQ(ToolCallRun::answer_to(run.body), *run.reply);
}

TEST(ToolCallsFormat, EndsInTheMiddleOfItsArgumentsAtMaxTokens) {
  ToolCallRun run;
  run.turns(3);
  run.max_tokens = 7;
  run.turns(1);
  EXPECT_EQ(decode_json_string(run.reply->calls.front().arguments), R"({"label":")");
  run.max_tokens.reset();
  run.turns(1);
  EXPECT_TRUE(contains(run.said(), "My arguments were no JSON")) << run.said();
}
}  // namespace franz::demo_vlm
