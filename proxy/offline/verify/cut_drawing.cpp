#include "proxy/offline/verify/cut_drawing.h"
#include <algorithm>
#include <cstdint>

namespace franz::proxy {
// A black one of the same size. Source: Microsoft, "Bitmap Storage", BITMAPFILEHEADER: bfOffBits.
static std::string blackened(std::string bmp) {
  constexpr std::size_t kOffset = 10, kOffsetEnd = 14;  // bytes, little-endian
  std::uint32_t pixels = 0;
  for (std::size_t i = kOffsetEnd; i > kOffset && bmp.size() >= kOffsetEnd; --i)
    pixels = pixels << 8U | static_cast<unsigned char>(bmp[i - 1]);
  std::fill(bmp.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(pixels, bmp.size())),
            bmp.end(), '\0');
  return bmp;
}

static bool is_between(std::string_view canvas, std::string_view one, std::string_view other) {
  if (canvas.size() != one.size() || canvas.size() != other.size()) return false;
  for (std::size_t i = 0; i < canvas.size(); ++i)
    if (canvas[i] != one[i] && canvas[i] != other[i]) return false;
  return true;
}

bool is_cut_drawing(std::string_view canvas, std::span<const std::optional<std::string>> drawings) {
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    for (std::size_t j = i + 1; j < drawings.size(); ++j) {
      if (!drawings[i] && !drawings[j]) continue;
      const std::string one = drawings[i] ? *drawings[i] : blackened(*drawings[j]);
      const std::string other = drawings[j] ? *drawings[j] : blackened(*drawings[i]);
      if (is_between(canvas, one, other)) return true;
    }
  }
  return false;
}
}  // namespace franz::proxy
