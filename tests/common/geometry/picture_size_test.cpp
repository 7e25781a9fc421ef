#include "common/geometry/picture_size.h"
#include <gtest/gtest.h>
#include <string>

namespace franz {
namespace {
std::string fit(int pixels, int grid, Size seen) {
  const Size size = fitted({pixels, grid}, seen);
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

TEST(PictureSize, FitsTheScreensShapeIntoABudgetOnAGrid) {
  const struct {
    Size seen;
    std::string by32, by28, tight, free;
  } rows[] = {
      {{512, 288}, "1536x864", "1344x756", "1344x768", "1280x720"},
      {{1024, 576}, "1536x864", "1344x756", "1344x768", "1280x720"},
      {{1280, 720}, "1536x864", "1344x756", "1344x768", "1280x720"},
      {{1280, 800}, "1440x896", "1260x784", "1280x800", "1214x759"},
      {{1366, 768}, "1536x864", "1344x756", "1344x768", "1280x720"},
      {{1536, 864}, "1536x864", "1344x756", "1344x768", "1280x720"},
      {{1920, 1080}, "1536x864", "1344x756", "1344x768", "1280x720"},
      {{1920, 1200}, "1440x896", "1260x784", "1280x800", "1214x759"},
      {{2560, 1440}, "1536x864", "1344x756", "1344x768", "1280x720"},
      {{3840, 2160}, "1536x864", "1344x756", "1344x768", "1280x720"},
      {{1080, 1920}, "864x1536", "756x1344", "768x1344", "720x1280"},
      {{700, 434}, "1440x896", "1260x784", "1280x800", "1219x756"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.seen.width);
    EXPECT_EQ(fit(1'327'104, 32, row.seen), row.by32);
    EXPECT_EQ(fit(1'016'064, 28, row.seen), row.by28);
    EXPECT_EQ(fit(1'048'576, 32, row.seen), row.tight);
    EXPECT_EQ(fit(921'600, 1, row.seen), row.free);
  }
}

TEST(PictureSize, IsNotEnlargedWhereTheRuleSaysSo) {
  const struct {
    Size seen;
    int grid;
    std::string size;
  } rows[] = {
      {{249, 120}, 1, "249x120"},    {{1280, 720}, 1, "1280x720"}, {{1, 1}, 1, "16x16"},
      {{200, 10}, 1, "125x16"},      {{249, 120}, 32, "224x96"},   {{640, 480}, 32, "640x480"},
      {{2560, 1440}, 1, "1280x720"}, {{20, 20}, 32, "32x32"},
  };
  for (const auto& row : rows) {
    const Size size = fitted({921'600, row.grid, false}, row.seen);
    EXPECT_EQ(std::to_string(size.width) + "x" + std::to_string(size.height), row.size)
        << row.seen.width << "x" << row.seen.height;
  }
}

TEST(PictureSize, StaysWithinTheLimitsOfPictures) {
  EXPECT_EQ(fit(256, 16, {1920, 1080}), "16x16");
  EXPECT_EQ(fit(1024, 32, {1, 1000}), "32x32");
  EXPECT_EQ(fit(10'000, 16, {16'384, 16}), "624x16");
  EXPECT_EQ(fit(1'000'000, 32, {16'384, 16}), "8192x32");
  EXPECT_EQ(fit(67'108'864, 32, {1920, 1080}), "8192x4608");
  EXPECT_EQ(fit(67'108'864, 1024, {1000, 1000}), "8192x8192");
  EXPECT_EQ(fit(50'000'000, 100, {16, 16'384}), "100x8100");
  EXPECT_EQ(fit(3000, 7, {500, 300}), "70x42");
}

TEST(PictureSize, KeepsItsPromisesForAnyScreen) {
  for (const int grid : {1, 14, 28, 32, 100}) {
    for (const int pixels : {least_pixels(grid), 20'000, 500'000, 67'108'864}) {
      if (pixels < least_pixels(grid)) continue;
      for (int width = 1; width <= 16'384; width = width * 3 / 2 + 1) {
        for (int height = 1; height <= 16'384; height = height * 5 / 3 + 1) {
          const Size size = fitted({pixels, grid}, {width, height});
          ASSERT_EQ(size.width % grid + size.height % grid, 0);
          ASSERT_LE(1LL * size.width * size.height, pixels);
          ASSERT_GE(std::min(size.width, size.height), kMinFitSide);
          ASSERT_LE(std::max(size.width, size.height), kMaxFitSide);
        }
      }
    }
  }
}

TEST(PictureSize, ThatIsAskedForExactlyStays) {
  EXPECT_EQ(resolved({{512, 288}, {}}, {1920, 1080}), (PictureSize{{512, 288}, {}}));
  EXPECT_EQ(resolved({{}, PictureFit{921'600, 16}}, {1920, 1080}), (PictureSize{{1280, 720}, {}}));
}
}  // namespace
}  // namespace franz
