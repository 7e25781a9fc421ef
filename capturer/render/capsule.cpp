#include "capturer/render/capsule.h"
#include <algorithm>
#include <cmath>

namespace franz::capturer {
std::int64_t integer_sqrt(std::int64_t value) {
  // A double holds 53 bits of `value`, so that the root is off by one at most.
  const auto square = [](std::int64_t root) {
    return static_cast<std::uint64_t>(root) * static_cast<std::uint64_t>(root);
  };
  const auto whole = static_cast<std::uint64_t>(value);
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(value)));
  if (square(root) > whole) --root;
  if (square(root + 1) <= whole) ++root;
  return root;
}

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
  return value >= 0 ? value / by : -((-value + by - 1) / by);
}

std::int64_t ceiling_divide(std::int64_t value, std::int64_t by) {
  return -floor_divide(-value, by);
}

static std::optional<Span> disc_span(Point centre, std::int64_t radius, std::int64_t y) {
  const std::int64_t dy = y - centre.y;
  if (dy > radius || -dy > radius) return std::nullopt;
  const std::int64_t half = integer_sqrt(radius * radius - dy * dy);
  return Span{centre.x - half, centre.x + half};
}

// Limits `span` to the columns x with low <= a * x + b <= high; false if none is left.
static bool keep_between(Span& span, std::int64_t a, std::int64_t b, std::int64_t low,
                         std::int64_t high) {
  if (a == 0) return low <= b && b <= high;
  std::int64_t from = low - b, to = high - b;
  if (a < 0) {
    a = -a;
    std::swap(from, to);
    from = -from;
    to = -to;
  }
  span.first = std::max(span.first, ceiling_divide(from, a));
  span.last = std::min(span.last, floor_divide(to, a));
  return span.first <= span.last;
}

CapsuleRows::CapsuleRows(const Capsule& capsule)
    : capsule_(capsule),
      dx_(capsule.to.x - capsule.from.x),
      dy_(capsule.to.y - capsule.from.y),
      squared_length_(dx_ * dx_ + dy_ * dy_),
      reach_(integer_sqrt(std::int64_t{capsule.radius} * capsule.radius * squared_length_)) {}

// The rectangle beside the segment, without the round ends.
std::optional<Span> CapsuleRows::band(std::int64_t y) const {
  if (squared_length_ == 0) return std::nullopt;
  // |cross| / length is the distance to the line. The integers within radius * length are those
  // within the floor of that root.
  const auto& [from, to, radius] = capsule_;
  const std::int64_t from_y = y - from.y;
  Span span{std::min(from.x, to.x) - std::int64_t{radius},
            std::max(from.x, to.x) + std::int64_t{radius}};
  const bool inside = keep_between(span, dx_, from_y * dy_ - dx_ * from.x, 0, squared_length_) &&
                      keep_between(span, -dy_, from_y * dx_ + dy_ * from.x, -reach_, reach_);
  return inside ? std::optional(span) : std::nullopt;
}

std::optional<Span> CapsuleRows::span(std::int64_t y) const {
  std::optional<Span> whole;
  for (const std::optional<Span>& part : {disc_span(capsule_.from, capsule_.radius, y),
                                          disc_span(capsule_.to, capsule_.radius, y), band(y)}) {
    if (!part) continue;
    if (!whole) {
      whole = part;
    } else {
      whole = Span{std::min(whole->first, part->first), std::max(whole->last, part->last)};
    }
  }
  return whole;
}
}  // namespace franz::capturer
