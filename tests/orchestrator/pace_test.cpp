#include "orchestrator/pace.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
namespace {
Settings with_rules() {
  Settings settings;
  settings.model.max_tokens = 1000;
  settings.model.slow_ms = 500;
  settings.model.slow_tokens = 20;
  settings.surface.picture = {{1280, 720}};
  return settings;
}

TEST(Pace, GivesEachTurnItsPicture) {
  Settings settings = with_rules();
  Pace pace;
  const auto picture = [&](int turn) { return pace.applied(settings, turn).surface.picture.size; };
  EXPECT_EQ(picture(1), (Size{1280, 720}));
  EXPECT_EQ(picture(2), (Size{1280, 720}));
  settings.surface.followup_picture = PictureSize{{640, 360}};
  EXPECT_EQ(picture(1), (Size{1280, 720}));
  EXPECT_EQ(picture(2), (Size{640, 360}));
  settings.surface.slow_picture = PictureSize{{320, 180}};
  EXPECT_EQ(picture(2), (Size{640, 360}));
  pace.replied(500, settings.model);
  EXPECT_EQ(picture(2), (Size{320, 180}));
  pace.replied(499, settings.model);
  EXPECT_EQ(picture(3), (Size{640, 360}));
}

TEST(Pace, HalvesTheTokensWithEachSlowReplyInARow) {
  const Settings settings = with_rules();
  Pace pace;
  const auto tokens = [&] { return pace.applied(settings, 9).model.max_tokens; };
  EXPECT_EQ(tokens(), 1000);
  for (const int expected : {500, 250, 200, 200}) {
    pace.replied(9000, settings.model);
    EXPECT_EQ(tokens(), expected);
  }
  for (int i = 0; i < 100; ++i) pace.replied(9000, settings.model);
  EXPECT_EQ(tokens(), 200);
  pace.replied(1, settings.model);
  EXPECT_EQ(tokens(), 1000);

  Settings never = settings;
  never.model.slow_tokens = 100;
  pace.replied(9000, never.model);
  EXPECT_EQ(pace.applied(never, 9).model.max_tokens, 1000);
  never.model.slow_ms = 0;
  pace.replied(9000, never.model);
  EXPECT_EQ(pace.applied(settings, 9).model.max_tokens, 1000);
  Settings tiny = settings;
  tiny.model.max_tokens = 1;
  pace.replied(9000, settings.model);
  EXPECT_EQ(pace.applied(tiny, 9).model.max_tokens, 1);
  // The least that the API accepts.
  EXPECT_EQ(pace.applied(tiny, 9, 16).model.max_tokens, 1);
  for (int i = 0; i < 9; ++i) pace.replied(9000, settings.model);
  tiny.model.max_tokens = 50;
  EXPECT_EQ(pace.applied(tiny, 9, 16).model.max_tokens, 16);
  EXPECT_EQ(pace.applied(tiny, 9, 1).model.max_tokens, 10);
}

TEST(Pace, SaysWhenTheFallbackIsToBeAsked) {
  Settings settings = with_rules();
  ModelSettings& model = settings.model;
  Pace pace;
  for (int i = 0; i < 9; ++i) {
    pace.failed();
    EXPECT_EQ(pace.why_fall_back(model), "");
  }
  model.fallback_failures = 9;
  EXPECT_EQ(pace.why_fall_back(model), "9 requests in a row failed");
  model.fallback_slow = 2;
  pace.replied(600, model);
  EXPECT_EQ(pace.why_fall_back(model), "");
  pace.failed();
  pace.replied(700, model);
  EXPECT_EQ(pace.why_fall_back(model), "2 replies in a row took 500 ms or more");
  pace.begin_again();
  EXPECT_EQ(pace.why_fall_back(model), "");
}
}  // namespace
}  // namespace franz::orchestrator
