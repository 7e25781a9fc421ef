#include "executor/bridge/held_input.h"
#include <gtest/gtest.h>

namespace franz::executor {
TEST(HeldInput, KnowsWhatEachConnectionHoldsTheLastFirst) {
  using Names = std::vector<std::string>;
  HeldInput held;
  held.press("ctrl", 1);
  held.press("shift", 2);
  held.press("a", 1);
  EXPECT_EQ(held.held_by(1), (Names{"a", "ctrl"}));
  EXPECT_EQ(held.held(), (Names{"a", "shift", "ctrl"}));
  held.press("ctrl", 2);  // the later press counts
  EXPECT_EQ(held.held_by(1), Names{"a"});
  EXPECT_EQ(held.held_by(2), (Names{"ctrl", "shift"}));
  EXPECT_EQ(held.owners(), (std::set<std::uint64_t>{1, 2}));
  held.release("ctrl");
  EXPECT_FALSE(held.is_held("ctrl"));
  EXPECT_TRUE(held.is_held("shift"));
  held.clear();
  EXPECT_EQ(held.held(), Names{});
}
}  // namespace franz::executor
