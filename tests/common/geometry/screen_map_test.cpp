#include "common/geometry/screen_map.h"
#include <gtest/gtest.h>
#include <algorithm>

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

TEST(ToPlace, IsTheWayBackFromEveryPixel) {
  for (const Screen& screen : {Screen{0, 0, 1920, 1080}, Screen{-7, 11, 3, 2}, Screen{5, 5, 1, 1},
                               Screen{-1280, 0, 4093, 16384}})
    for (int i = 0; i < screen.width || i < screen.height; ++i) {
      const Point pixel{screen.origin_x + std::min(i, screen.width - 1),
                        screen.origin_y + std::min(i, screen.height - 1)};
      ASSERT_EQ(to_pixel(to_place(pixel, screen), screen), pixel) << i;
    }
}

TEST(MovedPlace, KeepsItsDistanceFromTheCorner) {
  const Screen seen{20, 10, 101, 51};
  const struct {
    MapPoint at;
    Screen now;
    Point pixel;
  } cases[] = {
      {{0, 0}, {40, 30, 101, 51}, {40, 30}},       {{500, 500}, {40, 30, 101, 51}, {90, 55}},
      {{1000, 1000}, {-5, 0, 201, 101}, {95, 50}}, {{1000, 1000}, {20, 10, 50, 20}, {69, 29}},
      {{1000, 1000}, {20, 10, 1, 1}, {20, 10}},    {{-9, 2000}, {40, 30, 101, 51}, {40, 80}},
  };
  for (const auto& [at, now, pixel] : cases)
    EXPECT_EQ(to_pixel(moved_place(at, seen, now), now), pixel);
  EXPECT_EQ(moved_place({333.3, 2000}, seen, seen), (MapPoint{333.3, 2000}));  // as it was written
}
}  // namespace franz
