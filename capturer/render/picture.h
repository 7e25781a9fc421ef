#pragma once
// A picture in memory, and painting on it. Uses integers only: the same calls give the same bytes
// on every machine and with every compiler, as golden pictures require.
#include <cstdint>
#include <vector>
#include "capturer/render/mask.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
struct Color {
  std::uint8_t red, green, blue;
  friend bool operator==(const Color&, const Color&) = default;
};

// One channel of `top` over an opaque background, rounded to the nearest integer; 255 is odd, so
// there are no ties. All three 0..255.
// Source: Porter & Duff, "Compositing Digital Images", SIGGRAPH 1984: "over".
constexpr std::uint8_t blend_over(unsigned top, unsigned ground, unsigned alpha) {
  return static_cast<std::uint8_t>((top * alpha + ground * (255 - alpha) + 127) / 255);
}

class Picture {
 public:
  // Each side at least 1 pixel; initially black.
  explicit Picture(Size size);

  Size size() const { return size_; }
  // Red, green, blue of each pixel, row by row from the top.
  const std::vector<std::uint8_t>& rgb() const { return rgb_; }
  std::uint8_t* row(int y) { return rgb_.data() + offset(0, y); }
  Color at(int x, int y) const;

  // Paints `color` on the pixels that the mask covers, and clears the mask. `alpha`: 0 changes
  // nothing, 255 is opaque where coverage is full. The mask must have this picture's size.
  void paint(Mask& mask, Color color, int alpha = 255);

  // Copies `other` with its corner at `left_top`, clipped to this picture.
  void place(const Picture& other, Point left_top);

 private:
  std::size_t offset(int x, int y) const {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) +
            static_cast<std::size_t>(x)) *
           3;
  }
  Size size_;
  std::vector<std::uint8_t> rgb_;
};
}  // namespace franz::capturer
