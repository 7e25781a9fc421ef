#include "executor/desktop/absolute_place.h"
#include <gtest/gtest.h>

namespace franz::executor {
TEST(AbsolutePlace, ReachesEveryPixelOfASide) {
  for (const int size : {1, 2, 3, 640, 1080, 1366, 1920, 3840, 5760, 7680, 16384, 32767, 65535})
    for (int pixel = 0; pixel < size; ++pixel) {
      const std::int64_t part = to_absolute(pixel, size);
      ASSERT_EQ(part * size / 65536, pixel) << size;
      ASSERT_LT(part, 65536) << size;
    }
}
}  // namespace franz::executor
