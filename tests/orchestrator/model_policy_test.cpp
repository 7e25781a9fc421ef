#include "orchestrator/model_policy.h"
#include <gtest/gtest.h>
#include "common/wire/api/apis.h"
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
namespace {
using Lines = std::vector<std::string>;
constexpr double kJitter = 0.5;

ModelSettings big_before_small() {
  ModelSettings settings;
  settings.name = "big";
  settings.fallback = "small";
  return settings;
}

TEST(ModelPolicy, AsksTheFallbackAtOnceWhereTheServerHasNoSuchModel) {
  ModelPolicy policy(*find_api("chat"));
  const ModelSettings settings = big_before_small();
  const ModelAnswer none = refused(404, "model 'big' not found");
  EXPECT_EQ(policy.model(settings), "big");
  const ModelPolicy::Step first = policy.answered(none, settings, kJitter);
  EXPECT_FALSE(first.decision);
  ASSERT_EQ(first.warnings.size(), 1U);
  EXPECT_TRUE(first.warnings[0].ends_with("; [model] fallback is asked instead: small"));
  EXPECT_EQ(policy.model(settings), "small");
  // It is missing, too: only a person can help.
  const ModelPolicy::Step second = policy.answered(none, settings, kJitter);
  ASSERT_TRUE(second.decision);
  EXPECT_EQ(second.decision->action, RetryDecision::Action::pause);
  EXPECT_EQ(second.warnings, Lines{});
}

TEST(ModelPolicy, AsksAnotherModelThatIsNamedBeforeItsFallback) {
  ModelPolicy policy(*find_api("chat"));
  ModelSettings settings = big_before_small();
  policy.answered(refused(404, "model 'big' not found"), settings, kJitter);
  settings.name = "bigger";
  EXPECT_EQ(policy.model(settings), "bigger");
  settings.name = "big";
  EXPECT_EQ(policy.model(settings), "small");
  settings.fallback = "";
  EXPECT_EQ(policy.model(settings), "big");
}

TEST(ModelPolicy, BeginsTheRetriesAnewWithTheFallback) {
  ModelPolicy policy(*find_api("chat"));
  ModelSettings settings = big_before_small();
  settings.fallback_failures = 2;
  const ModelAnswer failed = refused(500, "out of memory");
  EXPECT_EQ(policy.answered(failed, settings, kJitter).decision->delay_ms, 500);
  EXPECT_FALSE(policy.answered(failed, settings, kJitter).decision);
  EXPECT_EQ(policy.answered(failed, settings, kJitter).decision->delay_ms, 500);
}

TEST(ModelPolicy, TellsOfAWrongRetryAfterOnce) {
  ModelPolicy policy(*find_api("chat"));
  ModelAnswer answer = refused(503, "busy");
  answer.retry_after_ignored = "Retry-After: soon";
  const ModelPolicy::Step step = policy.answered(answer, {}, kJitter);
  EXPECT_EQ(step.warnings,
            Lines{"the model server sent \"Retry-After: soon\": no time that can be meant (0 s to "
                  "a day, or a date); it is ignored"});
  EXPECT_EQ(policy.answered(answer, {}, kJitter).warnings, Lines{});
}

TEST(ModelPolicy, LeavesATurnThePaceThatItBeganWith) {
  ModelPolicy policy(*find_api("chat"));
  Settings settings;
  settings.surface.picture = {{1280, 720}};
  settings.surface.slow_picture = PictureSize{{320, 180}};
  settings.model.slow_ms = 500;
  const auto width = [&] { return policy.applied(settings, 2).surface.picture.size.width; };
  policy.begin_turn();
  EXPECT_EQ(policy.accepted(500, settings.model), std::nullopt);
  EXPECT_EQ(width(), 1280);
  policy.begin_turn();
  EXPECT_EQ(width(), 320);
}

TEST(ModelPolicy, ReplacesAModelThatStaysSlow) {
  ModelPolicy policy(*find_api("chat"));
  ModelSettings settings = big_before_small();
  settings.slow_ms = 1000;
  settings.fallback_slow = 2;
  EXPECT_EQ(policy.accepted(2000, settings), std::nullopt);
  EXPECT_EQ(policy.accepted(2000, settings),
            "2 replies in a row took 1000 ms or more; [model] fallback is asked instead: small");
  EXPECT_EQ(policy.accepted(2000, settings), std::nullopt);
  EXPECT_EQ(policy.accepted(2000, settings), std::nullopt);  // it is asked already
}
}  // namespace
}  // namespace franz::orchestrator
