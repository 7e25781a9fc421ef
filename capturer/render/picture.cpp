#include "capturer/render/picture.h"
#include <algorithm>
#include <cstring>

namespace franz::capturer {
Picture::Picture(Size size)
    : size_(size),
      rgb_(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 3) {}

Color Picture::at(int x, int y) const {
  const std::uint8_t* pixel = rgb_.data() + offset(x, y);
  return {pixel[0], pixel[1], pixel[2]};
}

void Picture::paint(Mask& mask, Color color, int alpha) {
  const auto opacity = static_cast<unsigned>(alpha);
  mask.for_each_covered_row([&](int y, int first, const std::uint8_t* coverage, int count) {
    std::uint8_t* pixel = rgb_.data() + offset(first, y);
    for (int i = 0; i < count; ++i, pixel += 3) {
      // Skips eight uncovered pixels at a time between the shapes of a row.
      for (std::uint64_t eight = 0; i + 8 < count; i += 8, pixel += 24) {
        std::memcpy(&eight, coverage + i, sizeof eight);
        if (eight != 0) break;
      }
      if (coverage[i] == 0) continue;
      const unsigned weight = (coverage[i] * opacity + 127) / 255;
      if (weight == 255) {
        pixel[0] = color.red;
        pixel[1] = color.green;
        pixel[2] = color.blue;
        continue;
      }
      pixel[0] = blend_over(color.red, pixel[0], weight);
      pixel[1] = blend_over(color.green, pixel[1], weight);
      pixel[2] = blend_over(color.blue, pixel[2], weight);
    }
  });
  mask.clear();
}

void Picture::place(const Picture& other, Point left_top) {
  const int left = std::max(0, left_top.x);
  const int right = std::min(size_.width, left_top.x + other.size_.width);
  if (left >= right) return;
  for (int y = std::max(0, left_top.y); y < std::min(size_.height, left_top.y + other.size_.height);
       ++y) {
    std::copy_n(other.rgb_.data() + other.offset(left - left_top.x, y - left_top.y),
                static_cast<std::size_t>(right - left) * 3, rgb_.data() + offset(left, y));
  }
}
}  // namespace franz::capturer
