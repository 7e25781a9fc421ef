#include "executor/surface/pixels_around.h"
#include <algorithm>

namespace franz::executor {
Screen area_around(Point centre, const Screen& whole) {
  const int left = std::max(centre.x - kAround / 2, whole.origin_x);
  const int top = std::max(centre.y - kAround / 2, whole.origin_y);
  const int right = std::min(centre.x + kAround / 2, whole.origin_x + whole.width);
  const int bottom = std::min(centre.y + kAround / 2, whole.origin_y + whole.height);
  return {left, top, std::max(right - left, 0), std::max(bottom - top, 0)};
}

std::string pixels_around(const ScreenPixels& screen, Point centre) {
  const Screen part = area_around(centre, screen.area);
  std::string bytes;
  for (const int number : {part.origin_x, part.origin_y, part.width, part.height})
    bytes += std::to_string(number) + " ";
  for (int y = 0; y < part.height; ++y) {
    const auto row = static_cast<std::size_t>(part.origin_y - screen.area.origin_y + y) *
                     static_cast<std::size_t>(screen.area.width);
    const auto first = static_cast<std::size_t>(part.origin_x - screen.area.origin_x);
    for (std::size_t x = first; x < first + static_cast<std::size_t>(part.width); ++x)
      for (std::size_t i = 0; i + 1 < kPixelBytes; ++i)
        bytes += static_cast<char>(screen.bgrx[(row + x) * kPixelBytes + i]);
  }
  return bytes;
}
}  // namespace franz::executor
