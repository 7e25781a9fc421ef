#include "executor/vnc/screen_pixels.h"
#include <algorithm>

namespace franz::executor {
std::string cut_pixels(std::span<const std::uint32_t> pixels, Size screen, const Screen& area) {
  const auto width = static_cast<std::size_t>(area.width);
  std::string bytes(width * static_cast<std::size_t>(area.height) * 4, '\0');
  const int left = std::clamp(area.origin_x, 0, screen.width);
  const int right = std::clamp(area.origin_x + area.width, left, screen.width);
  for (int row = 0; row < area.height; ++row) {
    const int y = area.origin_y + row;
    if (y < 0 || y >= screen.height) continue;
    std::size_t to =
        (static_cast<std::size_t>(row) * width + static_cast<std::size_t>(left - area.origin_x)) *
        4;
    for (int x = left; x < right; ++x, to += 4) {
      const std::uint32_t pixel =
          pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(screen.width) +
                 static_cast<std::size_t>(x)];
      bytes[to] = static_cast<char>(pixel & 0xFF);
      bytes[to + 1] = static_cast<char>(pixel >> 8 & 0xFF);
      bytes[to + 2] = static_cast<char>(pixel >> 16 & 0xFF);
    }
  }
  return bytes;
}
}  // namespace franz::executor
