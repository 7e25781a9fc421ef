#include "proxy/offline/score/statistics.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace franz::proxy {
TEST(ScoreStatistics, MeansAndDeviations) {
  EXPECT_EQ(mean_of({}), 0);
  EXPECT_EQ(deviation_of(std::vector<double>{1}), 0);
  EXPECT_DOUBLE_EQ(mean_of(std::vector<double>{1, 0, 0, 1}), 0.5);
  EXPECT_DOUBLE_EQ(deviation_of(std::vector<double>{1, 0, 0, 1}), 0.5);
}

// Wilson's interval, compared with published values (Newcombe, Statistics in Medicine 17, 1998,
// table I, method 3).
TEST(ScoreStatistics, WilsonsIntervalHasPublishedValues) {
  struct Case {
    std::size_t successes, trials;
    double low, high;
  };
  for (const Case& each : {Case{81, 263, 0.2553, 0.3662}, Case{15, 148, 0.0624, 0.1605},
                           Case{0, 20, 0, 0.1611}, Case{1, 29, 0.0061, 0.1718}}) {
    const auto interval = wilson_interval(each.successes, each.trials);
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->low, each.low, 5e-5) << each.successes;
    EXPECT_NEAR(interval->high, each.high, 5e-5) << each.successes;
  }
  EXPECT_FALSE(wilson_interval(0, 0));
}

TEST(ScoreStatistics, TheBootstrapIsTheSameEverywhere) {
  const std::vector<double> rates{1, 0.8, 0.6, 0, 1, 0.2, 0.4, 1, 0, 0.6};
  const auto interval = bootstrap_interval(rates, seed_of(std::string(64, '1')));
  ASSERT_TRUE(interval);
  // These digits are part of the format: `verify` computes them again.
  EXPECT_DOUBLE_EQ(interval->low, 0.32) << interval->low;
  EXPECT_DOUBLE_EQ(interval->high, 0.78) << interval->high;
  EXPECT_EQ(*interval, *bootstrap_interval(rates, seed_of(std::string(64, '1'))));
}

TEST(ScoreStatistics, AnIntervalNeedsEightTasks) {
  EXPECT_FALSE(bootstrap_interval(std::vector<double>(7, 1), 1));
  const auto all = bootstrap_interval(std::vector<double>(8, 1), 1);
  ASSERT_TRUE(all);
  EXPECT_EQ(*all, (Interval{1, 1}));
}

TEST(ScoreStatistics, TheSeedIsTheBeginningOfADigest) {
  EXPECT_EQ(seed_of("00000000000000ff" + std::string(48, '0')), 255U);
  EXPECT_EQ(seed_of("ffffffffffffffff" + std::string(48, '0')), UINT64_MAX);
}
}  // namespace franz::proxy
