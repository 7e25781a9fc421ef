#include "common/geometry/coordinates.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include "common/geometry/smart_resize.h"

namespace franz {
using Kind = Coordinates::Kind;

std::span<const NamedCoordinates> all_coordinates() {
  static constexpr std::array kNamed{
      NamedCoordinates{"0-1000", {}},
      NamedCoordinates{"0-999", {Kind::relative, 999, 0}},
      NamedCoordinates{"0-1", {Kind::relative, 1, 0}},
      NamedCoordinates{"pixels", {Kind::pixels, 1000, 0}},
      NamedCoordinates{"pixels 28", {Kind::pixels, 1000, 28}},
      NamedCoordinates{"pixels 32", {Kind::pixels, 1000, 32}},
  };
  return kNamed;
}

static int on_grid(int side, int grid) { return grid == 0 ? side : nearest_multiple(side, grid); }

// A number that is too large to scale stays a number, far outside.
static double finite(double value) {
  constexpr double kMost = std::numeric_limits<double>::max();
  return std::clamp(value, -kMost, kMost);
}

// In steps of a thousandth: less than a hundredth of a pixel on the largest canvas, and short in
// records.
static double rounded(double value) {
  const double thousandths = std::round(value * 1000);
  return std::isfinite(thousandths) ? thousandths / 1000 : finite(value);
}

MapPoint to_normalised(MapPoint at, const Coordinates& coordinates, Size seen) {
  if (are_normalised(coordinates)) return at;
  if (coordinates.kind == Kind::relative) {
    const double factor = kFullScale / coordinates.divisor;
    return {rounded(at.x * factor), rounded(at.y * factor)};
  }
  const auto along = [&](double value, int side) {
    return rounded(value * kFullScale / std::max(1, on_grid(side, coordinates.grid) - 1));
  };
  return {along(at.x, seen.width), along(at.y, seen.height)};
}

MapPoint from_normalised(MapPoint at, const Coordinates& coordinates, Size seen) {
  if (are_normalised(coordinates)) return at;
  if (coordinates.kind == Kind::relative) {
    const double factor = coordinates.divisor / kFullScale;
    return {finite(at.x * factor), finite(at.y * factor)};
  }
  const auto along = [&](double value, int side) {
    return finite(value * std::max(1, on_grid(side, coordinates.grid) - 1) / kFullScale);
  };
  return {along(at.x, seen.width), along(at.y, seen.height)};
}
}  // namespace franz
