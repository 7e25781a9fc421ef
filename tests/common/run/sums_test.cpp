#include "common/run/sums.h"
#include <gtest/gtest.h>
#include <vector>

namespace franz {
namespace {
const std::string kDigest(64, 'a');

TEST(Sums, AreReadAsTheyAreWritten) {
  const std::vector<Sum> sums = {{kDigest, "turn_0001.json"},
                                 {std::string(64, '0'), "exchange/000/0001-1.request"}};
  EXPECT_EQ(to_line(sums[0]), kDigest + "  turn_0001.json\n");
  for (const Sum& sum : sums) {
    const std::string line = to_line(sum);
    const auto read = parse_sum(std::string_view(line).substr(0, line.size() - 1));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read.value(), sum);
  }
  EXPECT_TRUE(parse_sum(kDigest + "  " + std::string(255, 'n')).ok());
}

TEST(Sums, AreNoOtherLines) {
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
      kDigest + "  " + std::string(256, 'n'),
  };
  for (const std::string& line : wrong) {
    const auto read = parse_sum(line);
    ASSERT_FALSE(read.ok()) << line;
    EXPECT_EQ(read.error().message,
              "expected 64 hex digits, two blanks and a file of the run folder");
  }
}
}  // namespace
}  // namespace franz
