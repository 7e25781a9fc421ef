#include "common/run/turn_ranges.h"
#include <gtest/gtest.h>
#include <climits>
#include <random>
#include <set>

namespace franz {
namespace {
TEST(TurnRanges, JoinsAdjacentRanges) {
  TurnRanges turns;
  EXPECT_EQ(to_text(turns), "");
  EXPECT_EQ(to_json(turns), "[]");
  turns.add(37);
  EXPECT_EQ(to_text(turns), "turn 37");
  turns.add(12);
  turns.add(14);
  EXPECT_EQ(to_text(turns), "turns 12, 14, 37");
  turns.add(13);
  EXPECT_EQ(to_text(turns), "turns 12-14, 37");
  EXPECT_EQ(to_json(turns), "[[12,14],[37,37]]");
  EXPECT_EQ(turns.count(), 4);
  turns.add(1, 2000000000);
  EXPECT_EQ(to_json(turns), "[[1,2000000000]]");
  turns.remove(7);
  turns.remove(1);
  EXPECT_EQ(to_json(turns), "[[2,6],[8,2000000000]]");
  turns.add(5, 4);  // nothing
  EXPECT_EQ(to_json(turns), "[[2,6],[8,2000000000]]");
}

TEST(TurnRanges, AreASet) {
  std::mt19937 random(1);
  TurnRanges turns;
  std::set<int> expected;
  for (int i = 0; i < 3000; ++i) {
    const int turn = 1 + static_cast<int>(random() % 60);
    const int last = turn + static_cast<int>(random() % 4);
    if (random() % 2 == 0) {
      turns.add(turn, last);
      for (int each = turn; each <= last; ++each) expected.insert(each);
    } else {
      turns.remove(turn);
      expected.erase(turn);
    }
    ASSERT_EQ(turns.count(), static_cast<long long>(expected.size()));
    int end = -1;
    for (const auto& [from, to] : turns.ranges()) {
      ASSERT_GT(from, end + 1);
      ASSERT_LE(from, to);
      end = to;
    }
    const TurnRanges missing = turns.missing(10, 50);
    for (int each = 0; each < 70; ++each)
      ASSERT_EQ(missing.contains(each), each >= 10 && each <= 50 && !expected.contains(each));
    for (int each = 0; each < 70; ++each)
      ASSERT_EQ(turns.contains(each), expected.contains(each)) << each;
  }
}

TEST(TurnRanges, FindNothingMissingAfterTheLastNumber) {
  TurnRanges turns;
  turns.add(5, INT_MAX);
  EXPECT_EQ(to_json(turns.missing(1, INT_MAX)), "[[1,4]]");
}
}  // namespace
}  // namespace franz
