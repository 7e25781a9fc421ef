#include "executor/portal/stream_pixels.h"
#include <cstring>
#include <utility>

namespace franz::executor {
namespace {
constexpr int kPixelBytes = 4;

bool is_within(const Screen& area, Size size) {
  return area.origin_x >= 0 && area.origin_y >= 0 && area.width > 0 && area.height > 0 &&
         area.width <= size.width - area.origin_x && area.height <= size.height - area.origin_y;
}
}  // namespace

Result<std::string> pixels_of(const StreamPicture& picture, const Screen& area) {
  if (!is_within(area, picture.size))
    return Error{"the area is not within the screen, which has " + size_text(picture.size)};
  const auto stride = static_cast<std::size_t>(picture.stride);
  const auto row_bytes = static_cast<std::size_t>(picture.size.width) * kPixelBytes;
  if (picture.stride < 0 || stride < row_bytes ||
      picture.bytes < stride * static_cast<std::size_t>(picture.size.height - 1) + row_bytes)
    return Error{"the desktop sent a picture that is too short for " + size_text(picture.size)};
  const std::size_t copied = static_cast<std::size_t>(area.width) * kPixelBytes;
  std::string pixels(copied * static_cast<std::size_t>(area.height), '\0');
  for (int row = 0; row < area.height; ++row)
    std::memcpy(pixels.data() + copied * static_cast<std::size_t>(row),
                picture.pixels + stride * static_cast<std::size_t>(area.origin_y + row) +
                    static_cast<std::size_t>(area.origin_x) * kPixelBytes,
                copied);
  if (picture.red_first)
    for (std::size_t i = 0; i < pixels.size(); i += kPixelBytes)
      std::swap(pixels[i], pixels[i + 2]);
  return pixels;
}
}  // namespace franz::executor
