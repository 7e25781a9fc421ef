#include "common/wire/franz_turn.h"
#include <gtest/gtest.h>

namespace franz {
TEST(FranzTurn, IsReadOnlyWhenItIsExactlyRunTurnRequestAfter) {
  const std::string a = "0123456789abcdef", b = "fedcba9876543210";
  EXPECT_EQ(parse_franz_turn("a1B-_9/7/" + a + "/" + b), (FranzTurn{"a1B-_9", 7, a, b}));
  EXPECT_EQ(parse_franz_turn("r/999999999/" + a + "/-"), (FranzTurn{"r", 999999999, a, ""}));
  EXPECT_EQ(to_string(FranzTurn{"r", 7, a, ""}), "r/7/" + a + "/-");
  EXPECT_EQ(to_string(FranzTurn{"r", 7, a, b}), "r/7/" + a + "/" + b);
  const std::string longest(64, 'r'), end = "/" + a + "/-";
  EXPECT_EQ(parse_franz_turn(longest + "/1" + end), (FranzTurn{longest, 1, a, ""}));
  for (const std::string& wrong : {std::string(),
                                   std::string("r"),
                                   std::string("r/7"),
                                   "r/7/" + a,
                                   "r/7/" + a + "/",
                                   "r/7/" + a + "/-/",
                                   "r/7/" + a + "/0",
                                   "r/7/" + a + "0/-",
                                   std::string("r/7/0123456789ABCDEF/-"),
                                   "r/7/" + a + "/" + b + "0",
                                   "/7" + end,
                                   "r/0" + end,
                                   "r/07" + end,
                                   "r/+7" + end,
                                   "r/-7" + end,
                                   "r/7 " + end,
                                   "r/" + end,
                                   "r/1000000000" + end,
                                   "r.r/7" + end,
                                   longest + "r/1" + end,
                                   "r/7/1/" + a}) {
    EXPECT_EQ(parse_franz_turn(wrong), std::nullopt) << wrong;
  }
}
}  // namespace franz
