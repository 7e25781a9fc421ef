#include "common/run/turn_filter.h"
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace franz {
TEST(TurnFilter, AcceptsChatsOfItsRunButNotOfPages) {
  struct Case {
    std::string method, target;
    std::optional<FranzTurn> turn;
    bool has_origin, other_site;
    bool launched, adopting;  // wanted in a run of ours; wanted when adopting the first run
  };
  const std::string chat = "/v1/chat/completions";
  const FranzTurn ours{"ab", 3, "0123456789abcdef", ""}, other{"cd", 3, "0123456789abcdef", ""};
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
}  // namespace franz
