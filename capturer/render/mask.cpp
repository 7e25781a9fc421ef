#include "capturer/render/mask.h"
#include <algorithm>
#include <limits>
#include "capturer/render/capsule.h"

namespace franz::capturer {
namespace {
constexpr int kNone = std::numeric_limits<int>::max();
constexpr int kHalf = kUnits / 2;

int pixel_of(std::int64_t units) { return static_cast<int>(floor_divide(units, kUnits)); }

class Segment {
 public:
  Segment(Point from, Point to)
      : from_(from),
        to_(to),
        dx_(to.x - from.x),
        dy_(to.y - from.y),
        squared_length_(dx_ * dx_ + dy_ * dy_),
        length_(integer_sqrt(squared_length_)) {}

  // In units.
  std::int64_t distance(Point spot) const {
    const std::int64_t px = spot.x - from_.x, py = spot.y - from_.y;
    const std::int64_t along = px * dx_ + py * dy_;
    if (along <= 0) return integer_sqrt(px * px + py * py);
    if (along >= squared_length_) {
      const std::int64_t qx = spot.x - to_.x, qy = spot.y - to_.y;
      return integer_sqrt(qx * qx + qy * qy);
    }
    const std::int64_t cross = px * dy_ - py * dx_;
    return (cross < 0 ? -cross : cross) / length_;
  }

 private:
  Point from_, to_;
  std::int64_t dx_, dy_, squared_length_, length_;
};

// Coverage of a pixel by an edge `inside` units from its centre: a ramp one pixel wide.
int ramp(std::int64_t inside) {
  return static_cast<int>(std::clamp<std::int64_t>(inside + kHalf, 0, kUnits) * 255 / kUnits);
}
}  // namespace

Mask::Mask(Size size)
    : size_(size),
      coverage_(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)),
      extents_(static_cast<std::size_t>(size.height), Extent{kNone, -1}),
      sums_(static_cast<std::size_t>(size.width)),
      first_row_(kNone),
      last_row_(-1) {}

int Mask::touch(int y, std::int64_t& first, std::int64_t last) {
  first = std::max<std::int64_t>(first, 0);
  last = std::min<std::int64_t>(last, size_.width - 1);
  if (y < 0 || y >= size_.height || first > last) return 0;
  Extent& extent = extents_[static_cast<std::size_t>(y)];
  extent = {std::min(extent.first, static_cast<int>(first)),
            std::max(extent.last, static_cast<int>(last))};
  first_row_ = std::min(first_row_, y);
  last_row_ = std::max(last_row_, y);
  return static_cast<int>(last - first) + 1;
}

void Mask::cover(int x, int y, int coverage) {
  std::uint8_t& there = coverage_[offset(x, y)];
  there = static_cast<std::uint8_t>(std::max<int>(there, coverage));
}

void Mask::stroke(Point from, Point to, int width) {
  const int reach = width / 2 + kHalf;  // pixels beyond it are not touched
  const CapsuleRows rows({from, to, reach});
  const Segment segment(from, to);
  const int top = std::max(0, pixel_of(std::min(from.y, to.y) - reach));
  const int bottom = std::min(size_.height - 1, pixel_of(std::max(from.y, to.y) + reach));
  for (int y = top; y <= bottom; ++y) {
    const auto span = rows.span(pixel_centre(y));
    if (!span) continue;
    std::int64_t x = ceiling_divide(span->first - kHalf, kUnits);
    const int count = touch(y, x, floor_divide(span->last - kHalf, kUnits));
    for (int i = 0; i < count; ++i, ++x) {
      const int column = static_cast<int>(x);
      cover(column, y, ramp(width / 2 - segment.distance(pixel_centre(Point{column, y}))));
    }
  }
}

void Mask::ring(Point centre, int radius, int width) {
  const int reach = radius + width / 2 + kHalf;
  const int top = std::max(0, pixel_of(centre.y - reach));
  const int bottom = std::min(size_.height - 1, pixel_of(centre.y + reach));
  const Segment middle(centre, centre);
  for (int y = top; y <= bottom; ++y) {
    std::int64_t x = pixel_of(centre.x - reach);
    const int count = touch(y, x, pixel_of(centre.x + reach));
    for (int i = 0; i < count; ++i, ++x) {
      const int column = static_cast<int>(x);
      const std::int64_t from_line = middle.distance(pixel_centre(Point{column, y})) - radius;
      cover(column, y, ramp(width / 2 - (from_line < 0 ? -from_line : from_line)));
    }
  }
}

void Mask::polygon(std::span<const Point> corners) {
  constexpr int kSlices = 8;  // per pixel row; each is measured along its middle
  if (corners.empty()) return;
  const auto [left, right] = std::minmax_element(corners.begin(), corners.end(),
                                                 [](Point a, Point b) { return a.x < b.x; });
  const auto [upper, lower] = std::minmax_element(corners.begin(), corners.end(),
                                                  [](Point a, Point b) { return a.y < b.y; });
  const int top = std::max(0, pixel_of(upper->y));
  const int bottom = std::min(size_.height - 1, pixel_of(lower->y));
  std::vector<std::int64_t> crossings;
  for (int y = top; y <= bottom; ++y) {
    std::int64_t first = pixel_of(left->x);
    const int count = touch(y, first, pixel_of(right->x));
    if (count == 0) continue;
    std::fill_n(sums_.begin(), count, 0);
    for (int slice = 0; slice < kSlices; ++slice) {
      const int middle = y * kUnits + (2 * slice + 1) * kUnits / (2 * kSlices);
      crossings.clear();
      for (std::size_t i = 0; i < corners.size(); ++i) {
        Point a = corners[i], b = corners[(i + 1) % corners.size()];
        if (a.y > b.y) std::swap(a, b);
        if (middle < a.y || middle >= b.y) continue;  // half open: a corner counts once
        crossings.push_back(a.x +
                            floor_divide(std::int64_t{middle - a.y} * (b.x - a.x), b.y - a.y));
      }
      std::sort(crossings.begin(), crossings.end());
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        const auto begin = std::max<std::int64_t>(pixel_of(crossings[i]) - first, 0);
        const auto end = std::min<std::int64_t>(pixel_of(crossings[i + 1]) - first + 1, count);
        for (std::int64_t column = begin; column < end; ++column) {
          const std::int64_t edge = (first + column) * kUnits;
          sums_[static_cast<std::size_t>(column)] += static_cast<int>(
              std::min(crossings[i + 1], edge + kUnits) - std::max(crossings[i], edge));
        }
      }
    }
    for (int column = 0; column < count; ++column) {
      cover(static_cast<int>(first) + column, y,
            sums_[static_cast<std::size_t>(column)] * 255 / (kUnits * kSlices));
    }
  }
}

void Mask::outline(std::span<const Point> corners, int width) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    stroke(corners[i], corners[(i + 1) % corners.size()], width);
  }
}

void Mask::rectangle(Point corner, Size size) {
  const int bottom = std::min(size_.height, corner.y + size.height);
  for (int y = std::max(0, corner.y); y < bottom; ++y) {
    std::int64_t first = corner.x;
    const int count = touch(y, first, std::int64_t{corner.x} + size.width - 1);
    std::fill_n(coverage_.begin() + static_cast<std::ptrdiff_t>(offset(static_cast<int>(first), y)),
                count, std::uint8_t{255});
  }
}

void Mask::dots(std::span<const DotRun> runs, Point left_top, int dot) {
  for (const auto& [column, row, length] : runs) {
    rectangle({left_top.x + column * dot, left_top.y + row * dot}, {length * dot, dot});
  }
}

void Mask::clear() {
  for (int y = first_row_; y <= last_row_; ++y) {
    Extent& extent = extents_[static_cast<std::size_t>(y)];
    if (extent.first > extent.last) continue;
    std::fill_n(coverage_.begin() + static_cast<std::ptrdiff_t>(offset(extent.first, y)),
                extent.last - extent.first + 1, std::uint8_t{0});
    extent = {kNone, -1};
  }
  first_row_ = kNone;
  last_row_ = -1;
}
}  // namespace franz::capturer
