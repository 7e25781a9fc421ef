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

std::string comparable_bytes(const ScreenPixels& pixels) {
  const Screen& area = pixels.area;
  std::string bytes;
  for (const int number : {area.origin_x, area.origin_y, area.width, area.height})
    bytes += std::to_string(number) + " ";
  for (std::size_t at = 0; at < pixels.bgrx.size(); at += kPixelBytes)
    for (std::size_t i = 0; i + 1 < kPixelBytes; ++i)
      bytes += static_cast<char>(pixels.bgrx[at + i]);
  return bytes;
}
}  // namespace franz::executor
