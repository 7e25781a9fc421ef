// Limits of a call: the picture's size, the rate, and the person at the screen.
#include <gtest/gtest.h>
#include "executor/mcp/halt.h"
#include "executor/mcp/rate_limit.h"
#include "executor/mcp/sent_picture.h"

namespace franz::mcp {
namespace {
TEST(SentPicture, HasTheWindowsShapeAndAReadableSize) {
  EXPECT_EQ(picture_size({401, 200}), (Size{401, 200}));
  EXPECT_EQ(picture_size({400, 200}), (Size{800, 400}));
  EXPECT_EQ(picture_size({119, 194}), (Size{476, 776}));
  EXPECT_EQ(picture_size({50, 50}), (Size{800, 800}));
  EXPECT_EQ(picture_size({194, 119}, 400), (Size{388, 238}));
  EXPECT_EQ(picture_size({194, 119}, 100), (Size{100, 61}));
  EXPECT_EQ(picture_size({1568, 1568}), (Size{1568, 1568}));
  EXPECT_EQ(picture_size({3136, 1000}), (Size{1568, 500}));
  EXPECT_EQ(picture_size({1000, 3136}), (Size{500, 1568}));
  EXPECT_EQ(picture_size({16384, 3}), (Size{1568, 1}));
}

TEST(SentPicture, StepsDownUntilItIsSmallEnough) {
  EXPECT_EQ(smaller_side({1568, 1000}, 4 * kMaxSentPicture), 743);
  EXPECT_EQ(smaller_side({1568, 1000}, kMaxSentPicture + 1), 1487);
  EXPECT_EQ(smaller_side({17, 1}, kMaxSentPicture + 1), 16);
  EXPECT_EQ(smaller_side({16, 16}, 100 * kMaxSentPicture), 0);
  int steps = 0;
  for (int side = kMaxSide; side > 0; ++steps)  // even if the bytes never decrease
    side = smaller_side({side, side}, kMaxSentPicture + 1);
  EXPECT_LT(steps, 200);
}

TEST(RateLimit, CountsTheLastMinute) {
  RateLimit rate(2);
  EXPECT_EQ(rate.take(1000), std::nullopt);
  EXPECT_EQ(rate.take(31'000), std::nullopt);
  EXPECT_EQ(rate.take(60'999), 1.0);
  EXPECT_EQ(rate.take(61'000), std::nullopt);
  EXPECT_EQ(rate.take(61'000), 30'000.0);
  RateLimit none(0);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(none.take(0), std::nullopt);
}

ControlCommand command(ControlCommand::Kind kind, const std::string& text,
                       PauseCause cause = PauseCause::other) {
  ControlCommand made;
  made.kind = kind;
  made.text = text;
  made.cause = cause;
  return made;
}

TEST(Halt, LastsUntilThePersonResumes) {
  using Kind = ControlCommand::Kind;
  Halt halt("press ctrl+alt+shift+pause there");
  EXPECT_EQ(halt.why(), "");
  halt.took_over();
  EXPECT_EQ(halt.why(),
            "the person at the screen took over: nothing is done until they press "
            "ctrl+alt+shift+pause there");
  halt.take(command(Kind::resume, "", PauseCause::unwatched));
  EXPECT_NE(halt.why(), "");
  halt.take(command(Kind::resume, ""));
  EXPECT_EQ(halt.why(), "");
  halt.take(command(Kind::panic, "the key", PauseCause::panic));
  EXPECT_EQ(halt.why(),
            "the person at the screen stopped all input (the key): nothing is done until they "
            "press ctrl+alt+shift+pause there");
  halt.take(command(Kind::resume, ""));
  EXPECT_EQ(halt.why(), "");
  halt.take(command(Kind::panic, "", PauseCause::page));
  EXPECT_EQ(halt.stopped(), "a person stopped all input on the page of this run");
  halt.take(command(Kind::resume, ""));
  EXPECT_EQ(halt.stopped(), "");
}

TEST(Halt, LastsWhileAPanicWouldBeMissed) {
  using Kind = ControlCommand::Kind;
  Halt halt("press keys");
  halt.take(command(Kind::panic, "nobody watches", PauseCause::unwatched));
  EXPECT_EQ(halt.why(), "nobody watches");
  halt.take(command(Kind::resume, ""));
  EXPECT_EQ(halt.why(), "nobody watches");
  halt.take(command(Kind::resume, "", PauseCause::unwatched));
  EXPECT_EQ(halt.why(), "");
}
}  // namespace
}  // namespace franz::mcp
