#include "proxy/dashboard/live_pace.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
using Next = LivePace::Next;
}  // namespace

TEST(LivePace, RunsOneCaptureThatAnswersAllRequests) {
  LivePace pace;
  EXPECT_EQ(pace.asked(0, kWatchRestMs), Next::look);
  EXPECT_EQ(pace.asked(1, kWatchRestMs), Next::wait);
  EXPECT_EQ(pace.asked(60'000, kWatchRestMs), Next::wait) << "however long it takes";
  pace.looked(60'001, true);
  EXPECT_EQ(pace.asked(60'001, kWatchRestMs), Next::last);
}

TEST(LivePace, RestsLongerWhileSomebodyOnlyWatches) {
  for (const std::int64_t rest : {kWatchRestMs, kUseRestMs}) {
    LivePace pace;
    EXPECT_EQ(pace.asked(1000, rest), Next::look);
    pace.looked(1005, true);
    EXPECT_EQ(pace.asked(1004 + rest, rest), Next::last);
    EXPECT_EQ(pace.asked(1005 + rest, rest), Next::look);
    EXPECT_EQ(pace.asked(1005 + rest, rest), Next::wait);
  }
}

TEST(LivePace, CapturesForASeventhOfTheTimeAtMost) {
  for (const std::int64_t took : {1, 15, 40, 300}) {
    LivePace pace;
    std::int64_t busy = 0, now = 0;
    while (now < 100'000) {
      if (pace.asked(now, kUseRestMs) == Next::look) {
        now += took;
        busy += took;
        pace.looked(now, true);
      }
      ++now;
    }
    EXPECT_LE(busy, 100'000 * 15 / 100) << took << " ms for each";
    EXPECT_GT(busy / took, took == 300 ? 40 : 300) << "and no less often than it may";
  }
}

TEST(LivePace, LooksAgainSoonAfterALookThatFailed) {
  LivePace pace;
  EXPECT_EQ(pace.asked(0, kWatchRestMs), Next::look);
  pace.looked(20'000, false);
  EXPECT_EQ(pace.asked(20'000 + kWatchRestMs - 1, kWatchRestMs), Next::last);
  EXPECT_EQ(pace.asked(20'000 + kWatchRestMs, kWatchRestMs), Next::look);
}

TEST(LivePace, ForgetsAResultThatIsNoLongerWanted) {
  LivePace pace;
  EXPECT_EQ(pace.asked(0, kWatchRestMs), Next::look);
  pace.looked(10, true);
  pace.forget();
  EXPECT_EQ(pace.asked(11, kWatchRestMs), Next::look);
}
}  // namespace franz::proxy
