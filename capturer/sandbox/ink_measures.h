#pragma once
// The ink's measures: given for a canvas of 1080 lines, in proportion on others.
#include <algorithm>
#include "common/geometry/screen_map.h"

namespace franz::capturer {
inline constexpr int kDotRadius = 10;
inline constexpr int kSquareSide = 18;
inline constexpr int kLineWidth = 9;
inline constexpr int kTextDot = 6;  // 42 lines for a capital: 11 in a picture of 288
inline constexpr int kCellDot = 4;  // of Unifont: 40 lines for a capital, 64 for an ideograph

inline int ink_measure(int at_1080, Size canvas) {
  return std::max(1, (at_1080 * canvas.height + 540) / 1080);
}
}  // namespace franz::capturer
