#include "proxy/relay/exchange.h"
#include <gtest/gtest.h>

namespace franz::proxy {
TEST(FranzTurn, IsReadOnlyWhenItIsExactlyRunTurnAttempt) {
  EXPECT_EQ(parse_franz_turn("a1B-_9/7/2"), (FranzTurn{"a1B-_9", 7, 2}));
  EXPECT_EQ(parse_franz_turn("r/999999999/1"), (FranzTurn{"r", 999999999, 1}));
  const std::string longest(64, 'r');
  EXPECT_EQ(parse_franz_turn(longest + "/1/1"), (FranzTurn{longest, 1, 1}));
  for (const std::string& wrong :
       {std::string(), std::string("r"), std::string("r/7"), std::string("/7/1"),
        std::string("r/0/1"), std::string("r/7/0"), std::string("r/07/1"), std::string("r/+7/1"),
        std::string("r/-7/1"), std::string("r/7/1/1"), std::string("r/7 /1"), std::string("r//1"),
        std::string("r/1000000000/1"), std::string("r/7/1x"), std::string("r.r/7/1"),
        longest + "r/1/1"}) {
    EXPECT_EQ(parse_franz_turn(wrong), std::nullopt) << wrong;
  }
}

TEST(TurnFilter, WantsChatsOfItsRunAndOfNoPage) {
  struct Case {
    std::string method, target;
    std::optional<FranzTurn> turn;
    bool has_origin, other_site;
    bool launched, adopting;  // whether it is wanted in a run of ours; of the first one met
  };
  const std::string chat = "/v1/chat/completions";
  const FranzTurn ours{"ab", 3, 1}, other{"cd", 3, 1};
  const std::vector<Case> cases = {
      {"POST", chat, ours, false, false, true, true},
      {"POST", chat + "?a=/b", ours, false, false, true, true},
      {"POST", chat, other, false, false, false, true},
      {"POST", chat, std::nullopt, false, false, false, true},
      {"POST", chat, ours, true, false, false, false},
      {"POST", chat, ours, false, true, false, false},
      {"GET", chat, ours, false, false, false, false},
      {"POST", "/v1/embeddings", ours, false, false, false, false},
      {"POST", chat + "/list", ours, false, false, false, false},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.method + " " + each.target);
    HttpRequest request;
    request.method = each.method;
    request.target = each.target;
    request.turn = each.turn;
    request.has_origin = each.has_origin;
    request.other_site = each.other_site;
    EXPECT_EQ(TurnFilter("ab", true).wants(request), each.launched);
    TurnFilter adopting("", false);
    EXPECT_EQ(adopting.wants(request), each.adopting);
    EXPECT_EQ(adopting.run(), each.adopting && each.turn ? each.turn->run : "");
  }
}
}  // namespace franz::proxy
