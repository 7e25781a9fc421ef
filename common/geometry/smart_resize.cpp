#include "common/geometry/smart_resize.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace franz {
static constexpr int kMaxAspect = 200;
static constexpr int kTokenSide = 28;  // pixels, of Anthropic's limits

int nearest_multiple(int side, int factor) {
  const int below = side / factor, rest = side % factor;
  const bool up = 2LL * rest > factor || (2LL * rest == factor && below % 2 == 1);
  return std::max(1, below + (up ? 1 : 0)) * factor;
}

static Status check_shape(Size size) {
  const auto [shorter, longer] = std::minmax(size.width, size.height);
  const std::string text = size_text(size);
  if (shorter < 1) return Error{text + " is no size of a picture"};
  if (longer > 1LL * kMaxAspect * shorter)
    return Error{text + ": one side is more than " + std::to_string(kMaxAspect) +
                 " times the other"};
  return Done{};
}

Result<Size> smart_resize(Size sent, const ResizeRule& rule) {
  if (Status shape = check_shape(sent); !shape.ok()) return shape.error();
  const int factor = rule.factor;
  const Size rounded{nearest_multiple(sent.width, factor), nearest_multiple(sent.height, factor)};
  const long long pixels = 1LL * rounded.width * rounded.height;
  if (pixels >= rule.min_pixels && pixels <= rule.max_pixels) return rounded;
  // The operations in the order of the source, for the same result at the edge of a multiple.
  const auto area = static_cast<double>(1LL * sent.width * sent.height);
  const bool large = pixels > rule.max_pixels;
  const double scale = large ? std::sqrt(area / static_cast<double>(rule.max_pixels))
                             : std::sqrt(static_cast<double>(rule.min_pixels) / area);
  const auto side = [&](int pixels_of_side) {
    const double multiples = large ? std::floor(pixels_of_side / scale / factor)
                                   : std::ceil(pixels_of_side * scale / factor);
    return std::max(1, static_cast<int>(multiples)) * factor;
  };
  return Size{side(sent.width), side(sent.height)};
}

Result<int> visual_tokens(Size sent, const ResizeRule& rule) {
  const Result<Size> seen = smart_resize(sent, rule);
  if (!seen.ok()) return seen.error();
  return (seen.value().width / rule.factor) * (seen.value().height / rule.factor);
}

// width * h / w, rounded to the nearest; a tie rounds to the even number.
static int height_at(int width, Size shape) {
  const long long twice = 2LL * width * shape.height + shape.width;
  const long long whole = twice / (2LL * shape.width);
  const bool tie = twice % (2LL * shape.width) == 0 && whole % 2 == 1;
  return std::max(1, static_cast<int>(tie ? whole - 1 : whole));
}

static bool is_within(Size size, const LongEdgeRule& rule) {
  const auto tokens = [](int side) { return (side + kTokenSide - 1) / kTokenSide; };
  return std::max(size.width, size.height) <= rule.long_edge &&
         1LL * tokens(size.width) * tokens(size.height) <= rule.max_tokens;
}

Result<Size> fit_long_edge(Size sent, const LongEdgeRule& rule) {
  if (std::min(sent.width, sent.height) < 1)
    return Error{size_text(sent) + " is no size of a picture"};
  if (is_within(sent, rule)) return sent;
  int within = 1, beyond = sent.width;  // widths
  while (beyond - within > 1) {
    const int width = within + (beyond - within) / 2;
    (is_within({width, height_at(width, sent)}, rule) ? within : beyond) = width;
  }
  return Size{within, height_at(within, sent)};
}
}  // namespace franz
