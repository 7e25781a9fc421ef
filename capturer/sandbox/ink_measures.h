#pragma once
// The ink's measures for a canvas of 1080 lines; others are in proportion.
#include <algorithm>
#include "common/geometry/screen_map.h"

namespace franz::capturer {
inline constexpr int kDotRadius = 10;
inline constexpr int kSquareSide = 18;
inline constexpr int kLineWidth = 9;
inline constexpr int kTextDot = 6;  // a capital has 42 lines: 11 in a picture of 288
inline constexpr int kCellDot = 4;  // Unifont: a capital has 40 lines, an ideograph 64

inline int ink_measure(int at_1080, Size canvas) {
  return std::max(1, (at_1080 * canvas.height + 540) / 1080);
}
}  // namespace franz::capturer
