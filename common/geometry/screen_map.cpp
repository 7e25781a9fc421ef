#include "common/geometry/screen_map.h"
#include <algorithm>
#include <charconv>
#include <cmath>

namespace franz {
std::string size_text(Size size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::optional<Size> parse_size(std::string_view text) {
  Size size;
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x') return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ec != std::errc() || height.ptr != end) return std::nullopt;
  if (size.width < 1 || size.height < 1) return std::nullopt;
  return size;
}

double clamp_to_scale(double value) { return std::clamp(value, 0.0, kFullScale); }

// One product, one quotient and one sum, each rounded separately (ISO mode fuses nothing), so that
// every machine computes the same pixel.
static int along(double value, int origin, int extent) {
  const double scaled = clamp_to_scale(value) * (extent - 1);
  return origin + static_cast<int>(std::floor(scaled / kFullScale + 0.5));
}

Point to_pixel(MapPoint at, const Screen& screen) {
  return {along(at.x, screen.origin_x, screen.width), along(at.y, screen.origin_y, screen.height)};
}

MapPoint to_place(Point pixel, const Screen& screen) {
  const auto back = [](int at, int extent) {
    return extent > 1 ? kFullScale * at / (extent - 1) : 0.0;
  };
  return {back(pixel.x - screen.origin_x, screen.width),
          back(pixel.y - screen.origin_y, screen.height)};
}

MapPoint moved_place(MapPoint at, const Screen& seen, const Screen& now) {
  if (seen == now) return at;
  const Point pixel = to_pixel(at, {now.origin_x, now.origin_y, seen.width, seen.height});
  return to_place({std::min(pixel.x, now.origin_x + now.width - 1),
                   std::min(pixel.y, now.origin_y + now.height - 1)},
                  now);
}
}  // namespace franz
