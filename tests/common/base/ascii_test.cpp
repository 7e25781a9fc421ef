#include "common/base/ascii.h"
#include <gtest/gtest.h>
#include "common/base/count_text.h"

namespace franz {
TEST(Ascii, LowersItsOwnLettersOnly) {
  EXPECT_EQ(ascii_lower("Content-LENGTH @[`{ \xC3\x84 \xFF"), "content-length @[`{ \xC3\x84 \xFF");
}

TEST(Ascii, ComparesWithoutCase) {
  EXPECT_TRUE(equal_ignoring_case("", ""));
  EXPECT_TRUE(equal_ignoring_case("X-Franz-Turn", "x-fRANZ-tURN"));
  EXPECT_FALSE(equal_ignoring_case("chunked", "chunke"));
  EXPECT_FALSE(equal_ignoring_case("@", "`"));  // 32 apart, and no letters
}

TEST(CountText, KnowsOneFromMany) {
  EXPECT_EQ(count_text(0, "turn"), "0 turns");
  EXPECT_EQ(count_text(1, "turn"), "1 turn");
  EXPECT_EQ(count_text(2U, "story", "stories"), "2 stories");
}
}  // namespace franz
