#include "common/run/keep_runs.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
TEST(KeepRuns, RemovesTheOldestFoldersNamedLikeRuns) {
  const std::vector<std::string> names = {
      "notes",   "run_20260103_000000_fork", "run_20260102_000000", "run_20260101_000000",
      "run_x",   "run_20260101_0000001",     "run_2026010a_000000", "run_20260104_000000",
      "run.json"};
  using Names = std::vector<std::string>;
  const std::string now = "run_20260104_000000";
  EXPECT_EQ(surplus_runs(names, now, 0), Names{});
  EXPECT_EQ(surplus_runs(names, now, 4), Names{});
  EXPECT_EQ(surplus_runs(names, now, 3), Names{"run_20260101_000000"});
  EXPECT_EQ(surplus_runs(names, now, 1),
            (Names{"run_20260101_000000", "run_20260102_000000", "run_20260103_000000_fork"}));
  // A resumed run is kept, however old it is.
  EXPECT_EQ(surplus_runs(names, "run_20260101_000000", 1),
            (Names{"run_20260102_000000", "run_20260103_000000_fork", now}));
}
}  // namespace
}  // namespace franz
