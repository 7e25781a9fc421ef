#include "common/geometry/screen_map.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ScreenMap, TheEndsAreTheFirstAndTheLastPixel) {
  const Screen left_monitor{-1920, 40, 1920, 1080};
  const struct {
    MapPoint at;
    Screen screen;
    Point pixel;
  } cases[] = {
      {{0, 0}, {0, 0, 1920, 1080}, {0, 0}},
      {{1000, 1000}, {0, 0, 1920, 1080}, {1919, 1079}},
      {{500, 500}, {0, 0, 1920, 1080}, {960, 540}},  // 959.5 and 539.5: halves go up
      {{0.5, 999.5}, {0, 0, 1001, 1001}, {1, 1000}},
      {{-3, 2000}, {0, 0, 512, 288}, {0, 287}},
      {{0, 1000}, left_monitor, {-1920, 1119}},
      {{1000, 0}, left_monitor, {-1, 40}},
      {{700, 700}, {0, 0, 1, 1}, {0, 0}},
  };
  for (const auto& [at, screen, pixel] : cases)
    EXPECT_EQ(to_pixel(at, screen), pixel) << "for " << at.x << ", " << at.y;
}
TEST(Size, IsReadAsItIsWritten) {
  EXPECT_EQ(parse_size(size_text({512, 288})), (Size{512, 288}));
  for (const char* const wrong : {"", "512", "512x", "x288", "512x288 ", " 512x288", "512X288",
                                  "0x288", "512x-1", "512x288x1", "99999999999x1"})
    EXPECT_FALSE(parse_size(wrong)) << wrong;
}
}  // namespace franz
