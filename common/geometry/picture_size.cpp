#include "common/geometry/picture_size.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace franz {
static int least_side(int grid) { return (kMinFitSide + grid - 1) / grid * grid; }

int least_pixels(int grid) { return least_side(grid) * least_side(grid); }

// The most multiples of `grid` along `side` with (multiples * grid)² * other <= pixels * side.
static int multiples_below(long long pixels, int grid, long long side, long long other) {
  const auto fits = [&](long long multiples) {
    const long long length = multiples * grid;
    return length * length * other <= pixels * side;
  };
  const double length = std::sqrt(static_cast<double>(pixels) * static_cast<double>(side) /
                                  static_cast<double>(other));
  auto multiples = static_cast<long long>(length / grid);
  while (!fits(multiples)) --multiples;
  while (fits(multiples + 1)) ++multiples;
  return static_cast<int>(multiples);
}

// Whether the shape of `a` is closer to that of `seen` than the shape of `b`, or equally close and
// larger.
static bool is_better(Size a, Size b, Size seen) {
  const auto area = [](int width, int height) { return 1LL * width * height; };
  const auto far = [&](Size size) {  // 1 and more, as a fraction
    return std::minmax({area(size.width, seen.height), area(size.height, seen.width)});
  };
  const auto [less_a, more_a] = far(a);
  const auto [less_b, more_b] = far(b);
  const long long of_a = more_a * less_b, of_b = more_b * less_a;
  if (of_a != of_b) return of_a < of_b;
  return area(a.width, a.height) > area(b.width, b.height);
}

Size fitted(PictureFit fit, Size seen) {
  const int grid = fit.grid, least = least_side(grid), most = kMaxFitSide / grid * grid;
  const auto [shorter, longer] = std::minmax(seen.width, seen.height);
  if (!fit.enlarges) {
    const long long seen_pixels = 1LL * seen.width * seen.height;
    fit.pixels = static_cast<int>(
        std::min<long long>(fit.pixels, std::max<long long>(seen_pixels, least_pixels(grid))));
  }
  // The longer side is at most `most`; the shorter one is derived from it.
  const long long pixels = std::min<long long>(fit.pixels, 1LL * most * most * shorter / longer);
  const auto sides = [&](int side, int other) {
    const int below = multiples_below(pixels, grid, side, other) * grid;
    return std::array{std::clamp(below, least, most), std::clamp(below + grid, least, most)};
  };
  std::optional<Size> best;
  for (const int width : sides(seen.width, seen.height)) {
    for (const int height : sides(seen.height, seen.width)) {
      const Size size{width, height};
      if (1LL * width * height > fit.pixels) continue;
      if (!best || is_better(size, *best, seen)) best = size;
    }
  }
  if (best) return *best;
  const int left = std::clamp(fit.pixels / least / grid * grid, least, most);
  return seen.width >= seen.height ? Size{left, least} : Size{least, left};
}

PictureSize resolved(const PictureSize& picture, Size seen) {
  return picture.fit ? PictureSize{fitted(*picture.fit, seen), {}} : picture;
}
}  // namespace franz
