#include "common/run/known_steps.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
Part reply_part(int turn, const SentForm& form = kWholeText) {
  Part part = text_part("", Part::Source::reply, turn);
  part.form = &form;
  return part;
}

Step step_of(int turn, const std::string& feedback) {
  Step step;
  step.turn = turn;
  step.feedback = feedback;
  return step;
}

// Keeps everything that a memory's messages depend on, but not the text itself.
TEST(KnownSteps, ReplaceRepliesByPlaceholders) {
  KnownSteps known;
  known.set_reply(1, {R"("a secret")", {{R"("c1")", R"("drag")", "{}"}}});
  known.set_reply(2, {R"("")", {}});
  known.set_reply(3, {R"("\u003cthink>a secret</think>")", {}});
  known.set_step(step_of(1, "OK"));
  std::string told;
  for (const Step& step : known.before(5, Need::all_steps))
    told += std::to_string(step.turn) + " " + step.reply.text + " " + calls_json(step.reply.calls) +
            " " + step.feedback + "\n";
  EXPECT_EQ(told,
            "1 \"\\u2026\" [{\"id\":\"c1\",\"name\":\"drag\",\"arguments\":{}}] OK\n"
            "2 \"\" [] \n"
            "3 \"<think></think>\\u2026\" [] \n"
            "4 \"\\u2026\" [] \n");
  EXPECT_EQ(known.before(5, Need::last_reply).size(), 1U);
  EXPECT_EQ(known.before(1, Need::all_steps).size(), 0U);
}

TEST(KnownSteps, RecogniseAReplyByItsBytes) {
  KnownSteps known;
  known.set_reply(1, {R"("<think>x</think>a")", {}});
  EXPECT_EQ(known.is_reply(reply_part(1), R"("<think>x</think>a")"), true);
  EXPECT_EQ(known.is_reply(reply_part(1), R"("a")"), false);
  EXPECT_EQ(known.is_reply(reply_part(1, kWithoutThoughts), R"("a")"), true);
  EXPECT_EQ(known.is_reply(reply_part(1, kWithoutThoughts), R"("\u0061")"), false);
  EXPECT_EQ(known.is_reply(reply_part(2), R"("a")"), std::nullopt);
}

TEST(KnownSteps, FindTheFirstIncompleteTurn) {
  KnownSteps known;
  EXPECT_EQ(known.first_unknown(1, Need::all_steps), std::nullopt);
  for (const int turn : {1, 2, 3}) known.set_reply(turn, {});
  known.set_step(step_of(1, ""));
  known.set_step(step_of(3, ""));
  EXPECT_EQ(known.first_unknown(2, Need::all_steps), std::nullopt);
  EXPECT_EQ(known.first_unknown(4, Need::all_steps), 2);
  EXPECT_EQ(known.first_unknown(4, Need::last_reply), std::nullopt);
  known.set(1, std::make_shared<const KnownStep>(known_step(step_of(1, ""), std::nullopt)));
  EXPECT_EQ(known.first_unknown(4, Need::all_steps), 1);
}

TEST(KnownSteps, ReportATurnWithAnUnknownPicture) {
  KnownSteps known;
  KnownStep step = known_step(step_of(1, ""), Reply{});
  step.is_picture_unknown = true;
  known.set(1, std::make_shared<const KnownStep>(step));
  EXPECT_EQ(known.first_unknown(2, Need::all_steps), 1);
  step.is_picture_unknown = false;
  known.set(1, std::make_shared<const KnownStep>(step));
  EXPECT_EQ(known.first_unknown(2, Need::all_steps), std::nullopt);
}
}  // namespace
}  // namespace franz
