#include "capturer/render/capsule.h"
#include <algorithm>
#include <bit>

namespace franz::capturer {
std::int64_t integer_sqrt(std::int64_t value) {
  // Newton's method from above: each step falls until it meets the floor of the root.
  if (value < 2) return value;
  std::int64_t root = std::int64_t{1}
                      << (std::bit_width(static_cast<std::uint64_t>(value)) + 1) / 2;
  for (;;) {
    const std::int64_t next = (root + value / root) / 2;
    if (next >= root) return root;
    root = next;
  }
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

// Narrows `span` to the columns x with low <= a * x + b <= high; false when none is left.
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

// The rectangle beside the segment, without the round ends.
static std::optional<Span> band_span(const Capsule& capsule, std::int64_t y) {
  const std::int64_t dx = capsule.to.x - capsule.from.x, dy = capsule.to.y - capsule.from.y;
  const std::int64_t squared_length = dx * dx + dy * dy;
  if (squared_length == 0) return std::nullopt;
  // |cross| / length is the distance to the line. The integers within radius * length are those
  // within the floor of that root.
  const std::int64_t reach =
      integer_sqrt(std::int64_t{capsule.radius} * capsule.radius * squared_length);
  const std::int64_t from_y = y - capsule.from.y;
  Span span{std::min(capsule.from.x, capsule.to.x) - std::int64_t{capsule.radius},
            std::max(capsule.from.x, capsule.to.x) + std::int64_t{capsule.radius}};
  const bool inside =
      keep_between(span, dx, from_y * dy - dx * capsule.from.x, 0, squared_length) &&
      keep_between(span, -dy, from_y * dx + dy * capsule.from.x, -reach, reach);
  return inside ? std::optional(span) : std::nullopt;
}

std::optional<Span> capsule_span(const Capsule& capsule, std::int64_t y) {
  std::optional<Span> whole;
  for (const std::optional<Span>& part :
       {disc_span(capsule.from, capsule.radius, y), disc_span(capsule.to, capsule.radius, y),
        band_span(capsule, y)}) {
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
