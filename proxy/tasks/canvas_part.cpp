#include "proxy/tasks/canvas_part.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>
#include "common/picture/canvas_file.h"
#include "common/picture/picture_pixels.h"
#include "common/picture/png_encoding.h"

namespace franz::proxy {
static Result<std::string> part_of(const PicturePixels& whole, const Screen& area) {
  const int width = std::min(area.width, whole.width - area.origin_x);
  const int height = std::min(area.height, whole.height - area.origin_y);
  if (width < 1 || height < 1) return Error{"the area is outside the picture"};
  std::vector<std::uint8_t> rgb;
  for (int y = area.origin_y; y < area.origin_y + height; ++y) {
    const auto row = whole.rgb.begin() + 3L * (static_cast<long>(y) * whole.width + area.origin_x);
    rgb.insert(rgb.end(), row, row + 3L * width);
  }
  return encode_png({width, height}, rgb);
}

Result<std::string> picture_part(std::string_view png, const Screen& area) {
  const Result<PicturePixels> decoded = decode_png(png);
  if (!decoded.ok()) return within("the picture", decoded.error());
  return part_of(decoded.value(), area);
}

Result<std::string> canvas_part(std::string_view file, const std::optional<Screen>& area) {
  Result<std::string> png = canvas_as_png(file);
  if (!png.ok() || !area) return png;
  const Result<PicturePixels> whole = decode_png(png.value());
  if (!whole.ok()) return within("the canvas", whole.error());
  const auto pixel = [](int place, int side) {
    return static_cast<int>(std::lround(place * static_cast<double>(side) / kFullScale));
  };
  const int left = pixel(area->origin_x, whole.value().width),
            top = pixel(area->origin_y, whole.value().height),
            right = pixel(area->origin_x + area->width, whole.value().width),
            bottom = pixel(area->origin_y + area->height, whole.value().height);
  return part_of(whole.value(), {left, top, std::max(1, right - left), std::max(1, bottom - top)});
}
}  // namespace franz::proxy
