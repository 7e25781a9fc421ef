#include <gtest/gtest.h>
#include <limits>
#include <string>
#include "capturer/render/capsule.h"
#include "capturer/render/mask.h"
#include "capturer/render/picture.h"

namespace franz::capturer {
namespace {
// One line of text per row of pixels: '.' nothing, '#' fully covered, 1..9 tenths.
std::string drawn(const Mask& mask, Size size) {
  std::string text;
  for (int y = 0; y < size.height; ++y)
    text += std::string(static_cast<std::size_t>(size.width), '.') + "\n";
  mask.for_each_covered_row([&](int y, int first, const std::uint8_t* coverage, int count) {
    for (int i = 0; i < count; ++i) {
      const int at = y * (size.width + 1) + first + i;
      char& pixel = text[static_cast<std::size_t>(at)];
      if (coverage[i] == 255)
        pixel = '#';
      else if (coverage[i] > 0)
        pixel = static_cast<char>('0' + std::max(1, coverage[i] * 10 / 255));
    }
  });
  return text;
}

TEST(IntegerRoots, AreTheFloor) {
  for (const std::int64_t root : {0LL, 1LL, 2LL, 3LL, 1000LL, 65535LL, 3037000499LL}) {
    EXPECT_EQ(integer_sqrt(root * root), root);
    if (root < 2) continue;
    EXPECT_EQ(integer_sqrt(root * root - 1), root - 1);
    EXPECT_EQ(integer_sqrt(root * root + 1), root);
  }
  EXPECT_EQ(integer_sqrt(std::numeric_limits<std::int64_t>::max()), 3037000499LL);
}

TEST(IntegerDivision, RoundsDownAndUp) {
  EXPECT_EQ(floor_divide(-7, 2), -4);
  EXPECT_EQ(floor_divide(7, 2), 3);
  EXPECT_EQ(ceiling_divide(-7, 2), -3);
  EXPECT_EQ(ceiling_divide(7, 2), 4);
  EXPECT_EQ(floor_divide(-8, 2), -4);
  EXPECT_EQ(ceiling_divide(8, 2), 4);
}

// The span must contain exactly the lattice points whose distance, computed directly, is at most
// the radius.
TEST(Capsule, IsExactlyThePointsWithinItsRadius) {
  const Capsule capsules[] = {
      {{0, 0}, {0, 0}, 20}, {{-6, 4}, {30, 11}, 9}, {{30, 11}, {-6, 4}, 9},  {{5, 5}, {5, 40}, 9},
      {{3, 2}, {41, 2}, 5}, {{0, 0}, {17, -23}, 0}, {{10, 30}, {-20, 1}, 7}, {{2, 2}, {3, 3}, 1}};
  for (const Capsule& capsule : capsules) {
    const CapsuleRows rows(capsule);
    const auto [from, to, radius] = capsule;
    const std::int64_t dx = to.x - from.x, dy = to.y - from.y, squared = dx * dx + dy * dy;
    for (int y = -60; y <= 70; ++y) {
      const auto span = rows.span(y);
      for (int x = -60; x <= 70; ++x) {
        const std::int64_t px = x - from.x, py = y - from.y, along = px * dx + py * dy;
        const std::int64_t qx = x - to.x, qy = y - to.y, reach = std::int64_t{radius} * radius;
        const std::int64_t cross = px * dy - py * dx;
        const bool inside = along <= 0         ? px * px + py * py <= reach
                            : along >= squared ? qx * qx + qy * qy <= reach
                                               : cross * cross <= reach * squared;
        ASSERT_EQ(inside, span && span->first <= x && x <= span->last)
            << "(" << x << ", " << y << ") from " << from.x << ", " << from.y << " to " << to.x
            << ", " << to.y << " radius " << radius;
      }
    }
  }
}

TEST(Mask, ShapesAreBitExact) {
  const Size size{9, 7};
  const Point middle = pixel_centre(Point{4, 3});
  const struct {
    std::string name;
    void (*draw)(Mask&, Point);
    std::string rows;
  } cases[] = {
      {"disc of radius 2", [](Mask& mask, Point at) { mask.disc(at, 2 * kUnits); },
       ".........\n"
       "...242...\n"
       "..2###2..\n"
       "..4###4..\n"
       "..2###2..\n"
       "...242...\n"
       ".........\n"},
      {"ring", [](Mask& mask, Point at) { mask.ring(at, 5 * kUnits / 2, kUnits); },
       "...343...\n"
       "..67476..\n"
       ".37...73.\n"
       ".44...44.\n"
       ".37...73.\n"
       "..67476..\n"
       "...343...\n"},
      {"stroke, level",
       [](Mask& mask, Point at) {
         mask.stroke({at.x - 2 * kUnits, at.y}, {at.x + 2 * kUnits, at.y}, kUnits);
       },

       ".........\n"
       ".........\n"
       ".........\n"
       "..#####..\n"
       ".........\n"
       ".........\n"
       ".........\n"},
      {"stroke, leaving the picture",
       [](Mask& mask, Point at) {
         mask.stroke(at, {at.x + 90 * kUnits, at.y}, 2 * kUnits);
       },

       ".........\n"
       ".........\n"
       "...144444\n"
       "...4#####\n"
       "...144444\n"
       ".........\n"
       ".........\n"},
      {"diamond",
       [](Mask& mask, Point at) {
         const Point corners[] = {{at.x, at.y - 3 * kUnits},
                                  {at.x + 3 * kUnits, at.y},
                                  {at.x, at.y + 3 * kUnits},
                                  {at.x - 3 * kUnits, at.y}};
         mask.polygon(corners);
       },

       "....2....\n"
       "...4#4...\n"
       "..4###4..\n"
       ".2#####2.\n"
       "..4###4..\n"
       "...4#4...\n"
       "....2....\n"},
      {"rectangle, cut off",
       [](Mask& mask, Point) {
         mask.rectangle({-2, 5}, {5, 9});
       },

       ".........\n"
       ".........\n"
       ".........\n"
       ".........\n"
       ".........\n"
       "###......\n"
       "###......\n"},
      {"dots of two pixels",
       [](Mask& mask, Point) {
         mask.dots(mini_runs("7"), {1, -2}, 2);
       },

       ".....##..\n"
       ".....##..\n"
       ".....##..\n"
       ".....##..\n"
       "...##....\n"
       "...##....\n"
       "...##....\n"},
  };
  for (const auto& [name, draw, rows] : cases) {
    Mask mask(size);
    draw(mask, middle);
    EXPECT_EQ(drawn(mask, size), rows) << "for " << name;
    mask.clear();
    EXPECT_EQ(drawn(mask, size).find_first_not_of(".\n"), std::string::npos) << "for " << name;
  }
}

TEST(Mask, ShapesUniteWithoutADarkerJoint) {
  Mask mask({3, 1});
  Picture picture({3, 1});
  mask.rectangle({0, 0}, {2, 1});
  mask.rectangle({1, 0}, {2, 1});
  picture.paint(mask, {200, 100, 50}, 128);
  for (int x = 0; x < 3; ++x) EXPECT_EQ(picture.at(x, 0), (Color{100, 50, 25})) << x;
}

TEST(Picture, BlendsToTheNearestInteger) {
  const struct {
    int alpha;
    Color result;
  } cases[] = {{0, {40, 40, 40}}, {255, {255, 0, 90}}, {128, {148, 20, 65}}, {1, {41, 40, 40}}};
  for (const auto& [alpha, result] : cases) {
    Picture picture({1, 1});
    Mask mask({1, 1});
    mask.rectangle({0, 0}, {1, 1});
    picture.paint(mask, {40, 40, 40});
    mask.rectangle({0, 0}, {1, 1});
    picture.paint(mask, {255, 0, 90}, alpha);
    EXPECT_EQ(picture.at(0, 0), result) << "alpha " << alpha;
  }
}

TEST(Picture, PlacesAnotherOneClippedToItsEdges) {
  Picture small({2, 2}), large({3, 3});
  Mask mask({2, 2});
  mask.rectangle({0, 0}, {2, 2});
  small.paint(mask, {9, 9, 9});
  large.place(small, {2, -1});
  large.place(small, {7, 7});
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) {
      EXPECT_EQ(large.at(x, y).red, x == 2 && y == 0 ? 9 : 0) << x << ", " << y;
    }
  }
}
}  // namespace
}  // namespace franz::capturer
