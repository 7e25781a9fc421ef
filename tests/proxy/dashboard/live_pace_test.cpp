#include "proxy/dashboard/live_pace.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
using Next = LivePace::Next;
}  // namespace

TEST(LivePace, RunsOneCaptureThatAnswersAllRequests) {
  LivePace pace;
  EXPECT_EQ(pace.asked(0), Next::look);
  EXPECT_EQ(pace.asked(1), Next::wait);
  EXPECT_EQ(pace.asked(60'000), Next::wait) << "however long it takes";
  pace.looked(60'001);
  EXPECT_EQ(pace.asked(60'001), Next::last);
}

TEST(LivePace, CapturesAgainAfterAQuarterOfASecond) {
  LivePace pace;
  EXPECT_EQ(pace.asked(1000), Next::look);
  pace.looked(1100);
  EXPECT_EQ(pace.asked(1349), Next::last);
  EXPECT_EQ(pace.asked(1350), Next::look);
  EXPECT_EQ(pace.asked(1350), Next::wait);
}

TEST(LivePace, CapturesAtMostFourTimesASecond) {
  LivePace pace;
  int looks = 0;
  for (int now = 0; now < 10'000; ++now) {
    if (pace.asked(now) != Next::look) continue;
    ++looks;
    pace.looked(now);
  }
  EXPECT_EQ(looks, 40);
}
}  // namespace franz::proxy
