#include "common/base/last_lines.h"
#include <gtest/gtest.h>

namespace franz {
TEST(LastLines, AreTheLastThreeOfAProgram) {
  const struct {
    std::string text, message;
  } cases[] = {
      {"", "ended"},
      {"\n \n", "ended"},
      {"no display", "ended: no display"},
      {"a\nb.\n\n  c \n", "ended: a; b; c"},
      {"a\nb\nc\nd\n", "ended: b; c; d"},
      {"\x1b[2J!", "ended:  [2J!"},
  };
  for (const auto& [text, message] : cases) {
    LastLines lines;
    lines.add_all(text);
    EXPECT_EQ(lines.after("ended"), message);
  }
  LastLines lines;
  lines.add(std::string(1000, 'a'));
  EXPECT_LT(lines.after("").size(), 250U);
}
}  // namespace franz
