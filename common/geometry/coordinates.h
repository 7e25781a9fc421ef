#pragma once
// How a model writes a position on its picture. Each dialect converts it to 0..1000 immediately;
// later code knows no other scale.
#include <span>
#include <string_view>
#include "common/geometry/screen_map.h"

namespace franz {
struct Coordinates {
  enum class Kind {
    relative,  // 0 is the first pixel, `divisor` the last: 1, 999 or 1000
    pixels,    // of the picture, after a server has rounded its sides to multiples of `grid`
  };
  Kind kind = Kind::relative;
  int divisor = 1000;  // relative only
  int grid = 0;        // pixels only: 28, 32; 0: the picture as sent
  friend bool operator==(const Coordinates&, const Coordinates&) = default;
};

struct NamedCoordinates {
  std::string_view name;  // as in a profile's [agent] coordinates: "0-1000", "pixels 28"
  Coordinates value;
};
std::span<const NamedCoordinates> all_coordinates();

// True for the scale that calls use: the model's own numbers stay unchanged.
inline bool are_normalised(const Coordinates& coordinates) { return coordinates == Coordinates{}; }

// A position on a picture of size `seen`, in 0..1000, rounded to a thousandth unless it is already
// in that scale. Not clamped.
MapPoint to_normalised(MapPoint at, const Coordinates& coordinates, Size seen);

// The inverse, not rounded.
MapPoint from_normalised(MapPoint at, const Coordinates& coordinates, Size seen);
}  // namespace franz
