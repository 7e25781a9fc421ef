#include "common/tools/suggestions.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace franz {
TEST(NearestName, IsTheCheapestAndOfEqualsTheFirst) {
  const struct {
    std::string name;
    std::vector<std::string_view> candidates;
    std::string_view nearest;
  } rows[] = {
      {"drg", {"click", "drag"}, "drag"},
      {"Drag", {"drag"}, "drag"},
      {"DRAG", {"drag"}, ""},  // four changes of case cost 4, more than (4 + 4 + 3) / 3
      {"y3", {"x1", "y1", "x2", "y2"}, "y1"},
      {"a", {"x", "y"}, ""},
      {"key", {}, ""},
      {"leftClick", {"left_click"}, "left_click"},
      {"typewrite", {"type"}, ""},
      {"scroll", {"scroll"}, "scroll"},
      {std::string(200, 'x'), {"drag"}, ""},
      {"", {"drag"}, ""},
  };
  for (const auto& [name, candidates, nearest] : rows) {
    EXPECT_EQ(nearest_name(name, candidates), nearest) << name;
  }
}
}  // namespace franz
