#include <gtest/gtest.h>
#include "proxy/demo_vlm/format/format.h"
#include "tests/proxy/demo_vlm/format_checks.h"
#include "tests/proxy/demo_vlm/steps_run.h"

namespace franz::demo_vlm {
namespace {
const Drawing& cat() { return drawings_in_few_steps().front(); }

// A request with this context and nothing else.
std::string answer_to(const std::string& context) {
  SeenRequest request;
  request.texts = {context, "OBJECTIVE:\nDraw a star"};
  EXPECT_EQ(dialect_for(request), "steps");
  return decide(request).text;
}
}  // namespace

TEST(StepsFormat, SpeaksWhereTheRequestHasAListOfActions) {
  SeenRequest request;
  request.conversation.tools = {"mouse"};
  request.texts = {R"({"actions_history":[]})"};
  EXPECT_EQ(dialect_for(request), "steps");
  for (const char* text : {"", "{}", R"({"actions_history":null})", R"(["actions_history"])",
                           R"({"actions_history":[]} and more)", "\"actions_history\""}) {
    request.texts = {text};
    EXPECT_EQ(dialect_for(request), "tool_calls") << text;
  }
}

TEST(StepsFormat, DrawsTheCatInTwelveTurnsWithTheMistakesThatTheyAllow) {
  StepsRun run;
  run.max_steps = 12;
  run.turns(12);
  // The reply to the twelfth turn, which looks at the whole drawing.
  EXPECT_TRUE(contains(run.said(), R"("steps":[],"done":"The cat is finished: a whole cat)"))
      << run.said();
  expect_whole(run.picture, cat());
  EXPECT_EQ(run.malformed.size(), 1U);
  EXPECT_EQ(count_with(run.complaints, "code fence"), 1);
  EXPECT_EQ(count_with(run.complaints, "there is no tool \"clik\"; did you mean"), 1);
  EXPECT_EQ(count_with(run.complaints, "done: expected null or a text, got false"), 1);
  EXPECT_EQ(run.complaints.size(), 3U);
  EXPECT_FALSE(run.turn());
  EXPECT_EQ(run.result,
            "The cat is finished: a whole cat from its tail to its whiskers, 31 strokes in all. I "
            "have looked at it, and every line is where it should be.");
}

TEST(StepsFormat, MakesEachMistakeOnceAndMendsItWhereTurnsAreMany) {
  const struct {
    const char *complaint, *words;
  } mistakes[] = {
      {"done: expected null or a text", "While there is something to do, done is null."},
      {"code fence", "The JSON stands alone, without a code fence"},
      {"there is no tool \"clik\"", "There is no such tool, it is called mouse"},
      {"text before it", "Nothing stands before the JSON"},
      {"a comma before ]", "No comma stands behind the last step"},
      {"px\"", "Places are plain numbers, without a unit"},
      {"at most 4", "Four steps are the most"},
      {"human_readable_justification: it is missing", "Each step needs its justification"},
  };
  StepsRun run;
  std::size_t told = 0;
  while (run.turn()) {
    ASSERT_LE(run.steps.size(), 30U) << run.said();
    const bool is_new = run.complaints.size() > told;
    EXPECT_LE(run.complaints.size(), told + 1);
    told = run.complaints.size();
    if (!is_new) continue;
    for (const auto& each : mistakes) {
      if (!contains(run.complaints.back(), each.complaint)) continue;
      EXPECT_TRUE(contains(run.why(0), each.words)) << run.said();
    }
    run.turn();
    EXPECT_EQ(run.complaints.size(), told) << "the reply to a complaint is right";
  }
  EXPECT_TRUE(run.result && contains(*run.result, "every line is where it should be"));
  expect_whole(run.picture, cat());
  for (const auto& each : mistakes)
    EXPECT_EQ(count_with(run.complaints, each.complaint), 1) << each.complaint;
  EXPECT_EQ(run.complaints.size(), 8U);
  EXPECT_EQ(run.malformed.size(), 6U);
}

TEST(StepsFormat, DrawsWhatTheObjectiveNamesWithinTwelveTurns) {
  for (const Drawing& drawing : drawings_in_few_steps()) {
    SCOPED_TRACE(drawing.name);
    Past nothing;
    EXPECT_LE(planned_steps(look_ahead(drawing, nothing, {.look = false}), {}).size(), 40U);
    StepsRun run;
    run.objective = "Please draw a " + drawing.name + ". Not a cat.";
    run.max_steps = 12;
    run.turns(13);
    EXPECT_TRUE(run.result && contains(*run.result, drawing.whole)) << run.said();
    expect_whole(run.picture, drawing);
  }
}

TEST(StepsFormat, DrawsAgainWhatThePictureLacks) {
  StepsRun run;
  run.lost = {3, 12, 20};
  run.turns(40);
  EXPECT_TRUE(run.result && contains(*run.result, "every line is where it should be"))
      << run.said();
  expect_whole(run.picture, cat());
}

TEST(StepsFormat, TellsWhatNeverAppears) {
  StepsRun run;
  for (std::size_t i = 1; i < 200; ++i) run.lost.insert(i);
  run.turns(60);
  EXPECT_EQ(run.result, "I have drawn nothing. 31 strokes I have tried and cannot see.");
}

TEST(StepsFormat, DrawsOnWhereACapturerFailedOrNoPictureIsSent) {
  StepsRun run;
  run.sends_none = true;
  run.turns(3);
  run.capturer_fails = true;
  run.turns(40);
  EXPECT_EQ(run.result,
            "The cat is finished: a whole cat from its tail to its whiskers, 31 strokes in all.");
  expect_whole(run.picture, cat());
}

TEST(StepsFormat, KnowsItsLinesInPicturesOfAnotherSize) {
  StepsRun run;
  run.max_steps = 12;
  for (int i = 0; i < 13; ++i) {
    run.sends_small = i % 5 > 2;
    run.turns(1);
  }
  EXPECT_TRUE(run.result && contains(*run.result, "every line is where it should be"))
      << run.said();
  expect_whole(run.picture, cat());
}

TEST(StepsFormat, TakesNoteOfTheOperatorAndOfAnyComplaint) {
  StepsRun run;
  run.turns(1);
  run.note = "Mind the\nwhiskers";
  run.turns(1);
  EXPECT_TRUE(run.why(0).starts_with("The operator says: \"Mind the whiskers\" Noted. "))
      << run.why(0);
  const std::string said = answer_to(
      R"({"picture":{"width":1280,"height":720},"actions_history":[],"complaints":["no such luck"]})");
  EXPECT_TRUE(contains(said, R"("I was told: \"no such luck\" Once more. The outline of the star)"))
      << said;
}

TEST(StepsFormat, BelievesThatItDrewWhatTheListHasLeftOut) {
  const std::string said = answer_to(
      R"j({"picture":{"width":1280,"height":720},"turn":30,"turns_left":5,"actions_left_out":true,)j"
      R"j("actions_history":[{"turn":29,"step":3,)j"
      R"j("action":"mouse {\"x\":898,\"y\":254,\"action\":\"move\"}","outcome":"done",)j"
      R"j("why":"To where the next line begins. (stroke 25 of 29)"},{"turn":29,"step":4,)j"
      R"j("action":"mouse {\"x\":944,\"y\":239,\"action\":\"drag\"}","outcome":"done",)j"
      R"j("why":"Draw a glow. (stroke 25 of 29)"}]})j");
  EXPECT_TRUE(
      contains(said, R"({"steps":[{"tool":"mouse","args":{"x":230,"y":137,"action":"click"})"))
      << said;
}

TEST(StepsFormat, SaysDoneWithItsLastStepsWhereNoOtherReplyIsLeft) {
  StepsRun run;
  run.objective = "draw a robot";
  run.max_steps = 10;  // its 37 steps need all of them
  run.turns(11);
  EXPECT_EQ(run.malformed.size(), 0U);
  EXPECT_EQ(run.complaints.size(), 1U) << "done is false once, which costs nothing";
  EXPECT_EQ(
      run.result,
      "The robot is finished: a whole robot from its antenna to its feet, 28 strokes in all.");
  expect_whole(run.picture, drawings_in_few_steps().back());
}

TEST(StepsFormat, AnswersAContextThatSaysNextToNothing) {
  const std::string said = answer_to(R"({"actions_history":[{},{"action":"mouse {"},7]})");
  EXPECT_EQ(said, R"({"steps":[],"done":"I have drawn nothing."})");
}
}  // namespace franz::demo_vlm
