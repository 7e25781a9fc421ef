#include "common/geometry/coordinates.h"
#include <gtest/gtest.h>
#include <limits>

namespace franz {
namespace {
using Kind = Coordinates::Kind;

TEST(Coordinates, BecomeThousandths) {
  const Size seen{1280, 720};
  EXPECT_EQ(to_normalised({590.30495, -7.25}, {}, seen), (MapPoint{590.30495, -7.25}));
  EXPECT_EQ(to_normalised({999, 333}, {Kind::relative, 999, 0}, seen), (MapPoint{1000, 333.333}));
  EXPECT_EQ(to_normalised({0.5, 1}, {Kind::relative, 1, 0}, seen), (MapPoint{500, 1000}));
  EXPECT_EQ(to_normalised({1279, 0}, {Kind::pixels, 1000, 0}, seen), (MapPoint{1000, 0}));
  EXPECT_EQ(to_normalised({755, 58}, {Kind::pixels, 1000, 0}, seen), (MapPoint{590.305, 80.668}));
  EXPECT_EQ(to_normalised({1e300, -1e308}, {Kind::pixels, 1000, 0}, {2, 2}).x, 1e303);
}

// A position far outside stays visible as such, so that code that knows the screen can refuse it.
TEST(Coordinates, StayNumbersThatAreTooLargeToBeScaled) {
  const double most = std::numeric_limits<double>::max();
  const MapPoint at{1e308, -1e308};
  for (const Coordinates& each :
       {Coordinates{Kind::pixels, 1000, 0}, Coordinates{Kind::relative, 1, 0}})
    EXPECT_EQ(to_normalised(at, each, {2, 2}), (MapPoint{most, -most}));
  EXPECT_EQ(from_normalised(at, {Kind::pixels, 1000, 0}, {1280, 720}), (MapPoint{most, -most}));
}

// On the model's grid, its pixels are those of the sent picture.
TEST(Coordinates, OfAPictureOnTheGridArePixels) {
  const struct {
    Size seen;
    int grid;
  } rows[] = {{{1536, 864}, 32}, {{1440, 896}, 32}, {{1344, 756}, 28}, {{864, 1536}, 32}};
  for (const auto& row : rows)
    for (const MapPoint at : {MapPoint{0, 0}, MapPoint{755, 58}, MapPoint{1000.5, 700}})
      EXPECT_EQ(to_normalised(at, {Kind::pixels, 1000, row.grid}, row.seen),
                to_normalised(at, {Kind::pixels, 1000, 0}, row.seen));
}

// Each pixel that a model names is hit exactly, on the largest picture too.
TEST(Coordinates, LeadToThePixelThatWasNamed) {
  for (const int side : {16, 288, 512, 719, 720, 1280, 1920, 8192}) {
    const Screen screen{0, 0, side, side};
    for (int pixel = 0; pixel < side; ++pixel) {
      const double at = pixel;
      const MapPoint place = to_normalised({at, at}, {Kind::pixels, 1000, 0}, {side, side});
      ASSERT_EQ(to_pixel(place, screen), (Point{pixel, pixel})) << side;
    }
  }
}
}  // namespace
}  // namespace franz
