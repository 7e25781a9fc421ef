#pragma once
// The only curved shape: all points within a radius of a segment. This is a thick line with round
// ends, or a disc if both ends are equal. Uses exact integer geometry on a lattice, so that ink and
// marks have the same pixels on every machine.
#include <cstdint>
#include <optional>
#include "common/geometry/screen_map.h"

namespace franz::capturer {
// Floor of the square root.
std::int64_t integer_sqrt(std::int64_t value);  // not negative

std::int64_t floor_divide(std::int64_t value, std::int64_t by);    // by > 0
std::int64_t ceiling_divide(std::int64_t value, std::int64_t by);  // by > 0

// Lattice columns first..last, both included.
struct Span {
  std::int64_t first = 0, last = 0;
};

// The product of length and radius is below 2^31, so that its square fits into 64 bits.
struct Capsule {
  Point from, to;  // lattice points
  int radius = 0;  // lattice steps, not negative
};

// The rows of a capsule; shared values are computed once.
class CapsuleRows {
 public:
  explicit CapsuleRows(const Capsule& capsule);

  // The lattice points of row `y` whose distance to the segment is at most the radius: one span,
  // because the shape is convex. Nothing: the row does not meet the shape.
  std::optional<Span> span(std::int64_t y) const;

 private:
  std::optional<Span> band(std::int64_t y) const;

  Capsule capsule_;
  std::int64_t dx_, dy_, squared_length_;
  std::int64_t reach_;  // radius times length, rounded down
};
}  // namespace franz::capturer
