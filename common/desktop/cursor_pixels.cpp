#include "common/desktop/cursor_pixels.h"

namespace franz {
namespace {
constexpr std::size_t kPixel = 4;

bool has_alpha(const std::vector<std::uint8_t>& color) {
  for (std::size_t i = 3; i < color.size(); i += kPixel)
    if (color[i] != 0) return true;
  return false;
}
}  // namespace

std::vector<std::uint8_t> cursor_pixels(const CursorBitmaps& bitmaps) {
  const std::size_t count =
      static_cast<std::size_t>(bitmaps.size.width) * static_cast<std::size_t>(bitmaps.size.height);
  const bool colored = bitmaps.color.size() >= count * kPixel;
  if (colored && has_alpha(bitmaps.color)) return bitmaps.color;
  std::vector<std::uint8_t> pixels(count * kPixel);
  if (bitmaps.mask.size() < count * kPixel * (colored ? 1 : 2)) return pixels;
  for (std::size_t i = 0; i < count * kPixel; i += kPixel) {
    const bool stays = bitmaps.mask[i] != 0;
    if (colored) {
      if (stays) continue;
      for (std::size_t channel = 0; channel < 3; ++channel)
        pixels[i + channel] = bitmaps.color[i + channel];
      pixels[i + 3] = 255;
      continue;
    }
    const bool white = bitmaps.mask[count * kPixel + i] != 0;
    if (stays && !white) continue;
    const std::uint8_t shade = white && !stays ? 255 : 0;
    pixels[i] = pixels[i + 1] = pixels[i + 2] = shade;
    pixels[i + 3] = 255;
  }
  return pixels;
}
}  // namespace franz
