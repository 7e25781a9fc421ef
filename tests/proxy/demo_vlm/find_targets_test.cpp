#include "proxy/demo_vlm/screen/find_targets.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include "common/picture/target_look.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
namespace {
using target_look::Rgb;

void set(Picture& picture, int x, int y, Rgb color) {
  paint(picture, x, y, color.r, color.g, color.b);
}

Picture card(int width, int height, Rgb ground) {
  Picture picture = black(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) set(picture, x, y, ground);
  return picture;
}

void add_target(Picture& picture, Point at, Rgb color) {
  for (int y = -target_look::kRadius; y <= target_look::kRadius; ++y) {
    for (int x = -target_look::kRadius; x <= target_look::kRadius; ++x) {
      const double from_middle = std::hypot(x, y);
      if (from_middle > target_look::kRadius) continue;
      const bool is_ring =
          from_middle >= target_look::kRingInner && from_middle <= target_look::kRingOuter;
      set(picture, at.x + x, at.y + y, is_ring || from_middle < 0.5 ? target_look::kRing : color);
    }
  }
}

// As many pixels become one as its size takes of them, by their areas.
Picture scaled(const Picture& from, int width, int height) {
  Picture to = black(width, height);
  const double step_x = static_cast<double>(from.width) / width;
  const double step_y = static_cast<double>(from.height) / height;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double sum[3] = {}, area = 0;
      const double left = x * step_x, right = left + step_x, top = y * step_y,
                   bottom = top + step_y;
      for (int sy = static_cast<int>(top); sy < bottom && sy < from.height; ++sy) {
        for (int sx = static_cast<int>(left); sx < right && sx < from.width; ++sx) {
          const double part = (std::min(right, sx + 1.0) - std::max(left, sx + 0.0)) *
                              (std::min(bottom, sy + 1.0) - std::max(top, sy + 0.0));
          const auto at = static_cast<std::size_t>(sy * from.width + sx) * 3;
          for (std::size_t c = 0; c < 3; ++c) sum[c] += part * from.rgb[at + c];
          area += part;
        }
      }
      const auto mean = [&](int c) {
        return static_cast<unsigned char>(std::lround(sum[c] / area));
      };
      paint(to, x, y, mean(0), mean(1), mean(2));
    }
  }
  return to;
}

TEST(FindTargets, FindsTheirMiddlesWhateverThePicturesSize) {
  const std::vector<Point> places{{20, 20}, {1899, 20}, {960, 540}, {333, 777}, {1899, 1059}};
  Picture screen = card(1920, 1080, target_look::kGround);
  for (const Point at : places) add_target(screen, at, target_look::kToDo);
  add_target(screen, {700, 300}, target_look::kTicked);
  for (const Size size : {Size{1920, 1080}, Size{1536, 864}, Size{1280, 720}, Size{512, 288}}) {
    SCOPED_TRACE(size.width);
    const CardSeen seen = find_targets(scaled(screen, size.width, size.height));
    EXPECT_TRUE(seen.there);
    EXPECT_FALSE(seen.finished);
    ASSERT_EQ(seen.to_do.size(), places.size());
    for (const Point at : places) {
      const auto is_it = [&](const TargetSeen& target) {
        return std::abs(target.x - at.x * (size.width - 1) / 1919.0) < 0.6 &&
               std::abs(target.y - at.y * (size.height - 1) / 1079.0) < 0.6;
      };
      EXPECT_TRUE(std::ranges::any_of(seen.to_do, is_it)) << at.x << " " << at.y;
    }
    EXPECT_TRUE(std::ranges::all_of(seen.to_do, &TargetSeen::is_whole));
  }
}

TEST(FindTargets, SeesThroughTheLinesOfAGridAndTellsWhatIsHalfCovered) {
  Picture screen = card(1280, 720, target_look::kGround);
  for (const Point at : {Point{402, 300}, {700, 405}, {900, 600}})
    add_target(screen, at, target_look::kToDo);
  const auto mix = [&](int x, int y, int part) {  // a line of the grid's cyan
    const auto at = static_cast<std::size_t>(y * screen.width + x) * 3;
    const int line[]{0x14, 0xAE, 0xC8};
    for (std::size_t c = 0; c < 3; ++c)
      screen.rgb[at + c] =
          static_cast<unsigned char>((screen.rgb[at + c] * (255 - part) + line[c] * part) / 255);
  };
  for (int i = 0; i < 1280; ++i) mix(i, 400, 190);
  for (int i = 0; i < 720; ++i) mix(400, i, 95);
  for (int y = 590; y < 620; ++y)
    for (int x = 890; x < 960; ++x) set(screen, x, y, {179, 19, 11});  // a mark's plate
  const CardSeen seen = find_targets(screen);
  ASSERT_EQ(seen.to_do.size(), 3U);
  EXPECT_NEAR(seen.to_do[0].x, 402, 0.5);
  EXPECT_NEAR(seen.to_do[0].y, 300, 0.5);
  EXPECT_NEAR(seen.to_do[1].x, 700, 0.5);
  EXPECT_NEAR(seen.to_do[1].y, 405, 0.5);
  EXPECT_TRUE(seen.to_do[0].is_whole && seen.to_do[1].is_whole);
  EXPECT_FALSE(seen.to_do[2].is_whole);
}

TEST(FindTargets, SeesWhenTheCardIsFinishedAndWhereThereIsNone) {
  Picture finished = card(512, 288, target_look::kFinishedGround);
  add_target(finished, {100, 100}, target_look::kTicked);
  EXPECT_TRUE(find_targets(finished).there && find_targets(finished).finished);
  EXPECT_TRUE(find_targets(finished).to_do.empty());
  EXPECT_FALSE(find_targets(black(512, 288)).there);
}
}  // namespace
}  // namespace franz::demo_vlm
