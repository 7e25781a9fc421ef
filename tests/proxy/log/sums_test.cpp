#include "proxy/log/sums.h"
#include <gtest/gtest.h>
#include "proxy/log/keep_runs.h"

namespace franz::proxy {
namespace {
const std::string kDigest(64, 'a');

TEST(Sums, AreReadAsTheyAreWritten) {
  const std::vector<Sum> sums = {{kDigest, "turn_0001.json"},
                                 {std::string(64, '0'), "exchange/000/0001-1.request"}};
  EXPECT_EQ(to_line(sums[0]), kDigest + "  turn_0001.json\n");
  const auto read = parse_sums(to_line(sums[0]) + to_line(sums[1]));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value(), sums);
  // A kill cut the last line.
  EXPECT_EQ(parse_sums(to_line(sums[0]) + to_line(sums[1]).substr(0, 80)).value().size(), 1U);
  EXPECT_TRUE(parse_sums("").value().empty());
}

TEST(Sums, NameTheFirstWrongLine) {
  const std::vector<std::string> wrong = {
      "",
      "x",
      kDigest.substr(1) + "  short",
      kDigest + " one blank",
      kDigest + " *binary",
      kDigest + "  ",
      std::string(64, 'A') + "  upper",
      kDigest + "  ../outside",
      kDigest + "  a/../../outside",
      kDigest + "  /absolute",
      kDigest + "  C:\\there",
      kDigest + "  folder/",
      kDigest + "  a//b",
  };
  for (const std::string& line : wrong) {
    const auto read = parse_sums(kDigest + "  first\n" + line + "\n");
    ASSERT_FALSE(read.ok()) << line;
    EXPECT_EQ(read.error().message,
              "line 2: expected 64 hex digits, two blanks and a file of the run folder");
  }
}

TEST(KeepRuns, RemovesTheOldestThatAreCalledLikeRuns) {
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
  // A run that is resumed is kept, however old.
  EXPECT_EQ(surplus_runs(names, "run_20260101_000000", 1),
            (Names{"run_20260102_000000", "run_20260103_000000_fork", now}));
}
}  // namespace
}  // namespace franz::proxy
