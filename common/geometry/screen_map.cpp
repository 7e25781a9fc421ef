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

// One product, one quotient, one sum, each rounded by itself (ISO mode fuses nothing): the same
// pixel on every machine.
static int along(double value, int origin, int extent) {
  const double scaled = clamp_to_scale(value) * (extent - 1);
  return origin + static_cast<int>(std::floor(scaled / kFullScale + 0.5));
}

Point to_pixel(MapPoint at, const Screen& screen) {
  return {along(at.x, screen.origin_x, screen.width), along(at.y, screen.origin_y, screen.height)};
}
}  // namespace franz
