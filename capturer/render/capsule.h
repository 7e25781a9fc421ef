#pragma once
// The one curved shape: all points within a radius of a segment, which is a thick line with round
// ends, and a disc when both ends are the same. Exact integer geometry on a lattice, so that ink
// and marks are the same pixels on every machine.
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

// The length times the radius stays below 2^31, so that their squares fit 64 bits.
struct Capsule {
  Point from, to;  // lattice points
  int radius = 0;  // lattice steps, not negative
};

// Its rows, one after the other; what they share is worked out once.
class CapsuleRows {
 public:
  explicit CapsuleRows(const Capsule& capsule);

  // The lattice points of row `y` whose distance to the segment is at most the radius: one span,
  // because the shape is convex. Nothing where the row misses it.
  std::optional<Span> span(std::int64_t y) const;

 private:
  std::optional<Span> band(std::int64_t y) const;

  Capsule capsule_;
  std::int64_t dx_, dy_, squared_length_;
  std::int64_t reach_;  // the floor of the radius times the length
};
}  // namespace franz::capturer
