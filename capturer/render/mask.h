#pragma once
// How much of each pixel the shapes of a mark cover. Shapes are united (the larger coverage
// counts), so that a translucent mark made of several shapes has no darker joints.
#include <cstdint>
#include <span>
#include <vector>
#include "capturer/render/font.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
// Positions in marks are finer than pixels: 64 units per pixel; the centre of pixel (x, y) is at
// (64 x + 32, 64 y + 32). A Point in units is called a spot.
inline constexpr int kUnits = 64;

constexpr int pixel_centre(int pixel) { return pixel * kUnits + kUnits / 2; }
constexpr Point pixel_centre(Point pixel) { return {pixel_centre(pixel.x), pixel_centre(pixel.y)}; }

class Mask {
 public:
  // Each side 1..kMaxPictureSide pixels; initially empty.
  explicit Mask(Size size);

  // Shapes are clipped to the mask. Spots and lengths in units; edges are smooth.
  void stroke(Point from, Point to, int width);  // round ends; a disc if both are equal
  void disc(Point centre, int radius) { stroke(centre, centre, 2 * radius); }
  void ring(Point centre, int radius, int width);           // `radius`: to the line's middle
  void polygon(std::span<const Point> corners);             // filled, even-odd
  void outline(std::span<const Point> corners, int width);  // closed, round joints

  // In whole pixels, with hard edges.
  void rectangle(Point corner, Size size);
  void dots(std::span<const DotRun> runs, Point left_top, int dot);  // `dot`: pixels per dot

  // Calls visit(y, first column, coverage 0..255 of each, count) for each row that is not empty.
  template <typename Visit>
  void for_each_covered_row(Visit visit) const {
    for (int y = first_row_; y <= last_row_; ++y) {
      const Extent& extent = extents_[static_cast<std::size_t>(y)];
      if (extent.first > extent.last) continue;
      visit(y, extent.first, coverage_.data() + offset(extent.first, y),
            extent.last - extent.first + 1);
    }
  }
  void clear();

 private:
  struct Extent {  // touched columns; none if first > last
    int first, last;
  };
  std::size_t offset(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) +
           static_cast<std::size_t>(x);
  }
  // Clips columns first..last of row y to the mask, records them as touched, sets `first` to the
  // first remaining column and returns the number of remaining columns.
  int touch(int y, std::int64_t& first, std::int64_t last);
  void cover(int x, int y, int coverage);

  Size size_;
  std::vector<std::uint8_t> coverage_;
  std::vector<Extent> extents_;  // per row
  std::vector<int> sums_;        // temporary: a polygon's row
  int first_row_, last_row_;     // touched rows
};
}  // namespace franz::capturer
