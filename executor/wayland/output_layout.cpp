#include "executor/wayland/output_layout.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include "common/wire/bridge_messages.h"

namespace franz::executor {
namespace {
// Parts of a logical pixel that the pointer is placed by; Wayland's own fixed-point numbers have
// 256, too.
constexpr int kPointerParts = 256;

double scale_of(const WaylandOutput& output) {
  return static_cast<double>(output.pixels.width) / output.logical.width;
}

Screen box_around(std::span<const WaylandOutput> outputs) {
  Screen box = outputs.front().logical;
  for (const WaylandOutput& output : outputs) {
    const Screen& each = output.logical;
    const int right = std::max(box.origin_x + box.width, each.origin_x + each.width);
    const int bottom = std::max(box.origin_y + box.height, each.origin_y + each.height);
    box.origin_x = std::min(box.origin_x, each.origin_x);
    box.origin_y = std::min(box.origin_y, each.origin_y);
    box.width = right - box.origin_x;
    box.height = bottom - box.origin_y;
  }
  return box;
}

// `length` is not negative. The sum of two results is an int, too.
int scaled(int length, double scale) {
  constexpr double kMost = 1e9;
  return static_cast<int>(std::lround(std::min(length * scale, kMost)));
}

Screen place_of(const WaylandOutput& output, const Screen& box, double scale) {
  const Screen& logical = output.logical;
  Size size{scaled(logical.width, scale), scaled(logical.height, scale)};
  // The logical size is rounded, so the scale that follows from it is not exact.
  if (std::abs(size.width - output.pixels.width) <= scale &&
      std::abs(size.height - output.pixels.height) <= scale)
    size = output.pixels;
  return {scaled(logical.origin_x - box.origin_x, scale),
          scaled(logical.origin_y - box.origin_y, scale), std::max(size.width, 1),
          std::max(size.height, 1)};
}

Size size_around(std::span<const Screen> places) {
  Size size;
  for (const Screen& place : places) {
    size.width = std::max(size.width, place.origin_x + place.width);
    size.height = std::max(size.height, place.origin_y + place.height);
  }
  return size;
}

bool is_sane(const WaylandOutput& output) {
  constexpr int kMaxSide = 65'535;
  return output.logical.width > 0 && output.logical.height > 0 && output.pixels.width > 0 &&
         output.pixels.height > 0 && output.logical.width <= kMaxSide &&
         output.logical.height <= kMaxSide && output.pixels.width <= kMaxSide &&
         output.pixels.height <= kMaxSide && output.logical.origin_x >= -kMaxSide &&
         output.logical.origin_x <= kMaxSide && output.logical.origin_y >= -kMaxSide &&
         output.logical.origin_y <= kMaxSide;
}

int distance(int value, int first, int length) {
  return std::max({0, first - value, value - (first + length - 1)});
}

// The place of a pixel of the turned picture in the buffer.
Point in_buffer(Point at, Size turned, const OutputPicture& picture) {
  if (picture.transform >= 4) at.x = turned.width - 1 - at.x;
  switch (picture.transform % 4) {
    case 1: at = {at.y, turned.width - 1 - at.x}; break;
    case 2: at = {turned.width - 1 - at.x, turned.height - 1 - at.y}; break;
    case 3: at = {turned.height - 1 - at.y, at.x}; break;
    default: break;
  }
  if (picture.bottom_up) at.y = picture.size.height - 1 - at.y;
  return at;
}

std::ptrdiff_t pixel_offset(Point at, Size turned, const OutputPicture& picture) {
  const Point in = in_buffer(at, turned, picture);
  return std::ptrdiff_t{in.y} * std::ptrdiff_t{picture.stride} + std::ptrdiff_t{in.x} * 4;
}

// The pixel of the picture below the middle of a pixel of its place.
int sample(int offset, int pixels, int length) {
  return static_cast<int>((2LL * offset + 1) * pixels / (2LL * length));
}
}  // namespace

Result<OutputLayout> OutputLayout::make(std::vector<WaylandOutput> outputs) {
  if (outputs.empty()) return Error{"the compositor has no output; switch a monitor on"};
  double largest = 0;
  for (const WaylandOutput& output : outputs) {
    if (!is_sane(output)) return Error{"the compositor reports an output without a usable size"};
    largest = std::max(largest, scale_of(output));
  }
  OutputLayout layout;
  layout.box_ = box_around(outputs);
  layout.outputs_ = std::move(outputs);
  for (const double scale : {largest, 1.0}) {
    layout.places_.clear();
    for (const WaylandOutput& output : layout.outputs_)
      layout.places_.push_back(place_of(output, layout.box_, scale));
    layout.size_ = size_around(layout.places_);
    constexpr int kMaxSide = 65'535;  // bridge_messages.cpp
    if (layout.size_.width <= kMaxSide && layout.size_.height <= kMaxSide &&
        std::int64_t{layout.size_.width} * layout.size_.height <= kMaxBridgePixels)
      return layout;
  }
  return Error{"the outputs have more than 64 megapixels together (" + size_text(layout.size_) +
               "); place them closer to each other, or switch one off"};
}

PointerPlace OutputLayout::pointer_place(Point pixel) const {
  const auto nearest = std::ranges::min_element(places_, {}, [&](const Screen& place) {
    return std::int64_t{distance(pixel.x, place.origin_x, place.width)} +
           distance(pixel.y, place.origin_y, place.height);
  });
  const Screen& logical = outputs_[static_cast<std::size_t>(nearest - places_.begin())].logical;
  const auto part = [](int offset, int length, int logical_length, int before) {
    const double inside = (std::clamp(offset, 0, length - 1) + 0.5) * logical_length / length;
    return static_cast<std::uint32_t>(std::floor((before + inside) * kPointerParts));
  };
  return {part(pixel.x - nearest->origin_x, nearest->width, logical.width,
               logical.origin_x - box_.origin_x),
          part(pixel.y - nearest->origin_y, nearest->height, logical.height,
               logical.origin_y - box_.origin_y),
          static_cast<std::uint32_t>(box_.width) * kPointerParts,
          static_cast<std::uint32_t>(box_.height) * kPointerParts};
}

Size turned_size(Size buffer, int transform) {
  return transform % 2 == 1 ? Size{buffer.height, buffer.width} : buffer;
}

void paint_output(const OutputPicture& picture, const Screen& place, const Screen& area,
                  std::span<std::uint8_t> data) {
  const Size turned = turned_size(picture.size, picture.transform);
  const int left = std::max(area.origin_x, place.origin_x);
  const int right = std::min(area.origin_x + area.width, place.origin_x + place.width);
  const int top = std::max(area.origin_y, place.origin_y);
  const int bottom = std::min(area.origin_y + area.height, place.origin_y + place.height);
  if (left >= right) return;
  // The steps in memory from the first pixel of a row to each pixel that is painted there.
  const std::ptrdiff_t start = pixel_offset({0, 0}, turned, picture);
  std::vector<std::ptrdiff_t> columns;
  for (int x = left; x < right; ++x)
    columns.push_back(
        pixel_offset({sample(x - place.origin_x, turned.width, place.width), 0}, turned, picture) -
        start);
  const bool plain = !picture.red_first && picture.transform == 0 && turned.width == place.width;
  for (int y = top; y < bottom; ++y) {
    std::uint8_t* to = data.data() + (std::size_t(y - area.origin_y) * std::size_t(area.width) +
                                      std::size_t(left - area.origin_x)) *
                                         4;
    const int row = sample(y - place.origin_y, turned.height, place.height);
    const std::uint8_t* const from = picture.pixels + pixel_offset({0, row}, turned, picture);
    if (plain) {
      std::copy_n(from + columns.front(), columns.size() * 4, to);
      continue;
    }
    for (const std::ptrdiff_t column : columns) {
      to[0] = from[column + (picture.red_first ? 2 : 0)];
      to[1] = from[column + 1];
      to[2] = from[column + (picture.red_first ? 0 : 2)];
      to += 4;
    }
  }
}
}  // namespace franz::executor
