#include "executor/portal/pointer_way.h"
#include <gtest/gtest.h>

namespace franz::executor {
TEST(PointerWay, LeadsToThePixel) {
  const struct {
    Point pixel;
    Size picture, logical;
    bool gnome;
    PointerWay expected;
  } rows[] = {
      {{10, 20}, {1280, 800}, {1280, 800}, false, {10.5, 20.5}},
      {{10, 20}, {1280, 800}, {1280, 800}, true, {10.5, 20.5}},
      {{10, 20}, {1280, 800}, {0, 0}, false, {10.5, 20.5}},
      {{1279, 799}, {1280, 800}, {1280, 800}, true, {1279.5, 799.5}},
      {{101, 201}, {2560, 1600}, {1280, 800}, false, {50.75, 100.75}},
      {{101, 201}, {2560, 1600}, {1280, 800}, true, {101.5, 201.5}},
      {{2000, 201}, {2560, 1600}, {1280, 800}, true, {1279.5, 201.5, 360.5, 0}},
      {{2559, 1599}, {2560, 1600}, {1280, 800}, true, {1279.5, 799.5, 640, 400}},
  };
  for (const auto& row : rows) {
    const PointerWay way = pointer_way(row.pixel, row.picture, row.logical, row.gnome);
    EXPECT_DOUBLE_EQ(way.x, row.expected.x);
    EXPECT_DOUBLE_EQ(way.y, row.expected.y);
    EXPECT_DOUBLE_EQ(way.further_x, row.expected.further_x);
    EXPECT_DOUBLE_EQ(way.further_y, row.expected.further_y);
  }
}
}  // namespace franz::executor
