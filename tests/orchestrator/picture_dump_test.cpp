#include "orchestrator/picture_dump.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
TEST(PictureDump, NumbersOnFromTheHighest) {
  const struct {
    std::vector<std::string> names;
    const char* expected;
  } rows[] = {
      {{}, "screen_0001.png"},
      {{"screen_0001.png", "screen_0003.png"}, "screen_0004.png"},
      {{"screen_9999.png"}, "screen_10000.png"},
      {{"screen_10000.png", "screen_0002.png"}, "screen_10001.png"},
      {{"screen_7.png", "screen_00008.png", "screen_0009.jpg", "screen_-001.png", "a.png",
        "screen_9999999999.png"},
       "screen_0001.png"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(next_screen_file(row.names), row.expected) << row.names.size();
}
}  // namespace franz::orchestrator
