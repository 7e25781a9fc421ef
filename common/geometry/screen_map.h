#pragma once
// Converts the model's numbers to pixels. Normalised coordinates run from (0, 0), the top left, to
// (1000, 1000), the bottom right, so that a model need not know the resolution.
#include <optional>
#include <string>
#include <string_view>

namespace franz {
// Whole pixels: x grows to the right, y grows downwards.
struct Point {
  int x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

struct Size {
  int width = 0, height = 0;  // pixels, at least 1 for a picture
  friend bool operator==(const Size&, const Size&) = default;
};

// "512x288"
std::string size_text(Size size);
// Nothing: not in this form, or a side is not 1..INT_MAX.
std::optional<Size> parse_size(std::string_view text);

// The captured region in physical pixels. The origin may be negative: a monitor to the left.
struct Screen {
  int origin_x = 0, origin_y = 0, width = 0, height = 0;
  friend bool operator==(const Screen&, const Screen&) = default;
};

inline constexpr double kFullScale = 1000;

struct MapPoint {
  double x = 0, y = 0;  // 0..1000
  friend bool operator==(const MapPoint&, const MapPoint&) = default;
};

// Clamps to 0..1000; `value` is finite.
double clamp_to_scale(double value);

// origin + round(v / 1000 * (extent - 1)), halves up, after clamping: 1000 is the last pixel.
Point to_pixel(MapPoint at, const Screen& screen);

// The inverse: a position that to_pixel() maps to this pixel. `pixel` lies on `screen`.
MapPoint to_place(Point pixel, const Screen& screen);

// Converts a position on `seen`, which was moved or resized to `now`, to a position on `now`: the
// same pixel counted from the top left corner, or the nearest if that no longer exists.
MapPoint moved_place(MapPoint at, const Screen& seen, const Screen& now);
}  // namespace franz
