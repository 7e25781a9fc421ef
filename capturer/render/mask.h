#pragma once
// How much of each pixel the shapes of one mark cover. Shapes unite (the larger coverage stays), so
// a translucent mark made of several shapes has no darker joints.
#include <cstdint>
#include <span>
#include <vector>
#include "capturer/render/font.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
// Positions in marks are finer than pixels: 64 units a pixel, the centre of pixel (x, y) at
// (64 x + 32, 64 y + 32). A Point of units is called a spot.
inline constexpr int kUnits = 64;

constexpr int pixel_centre(int pixel) { return pixel * kUnits + kUnits / 2; }
constexpr Point pixel_centre(Point pixel) { return {pixel_centre(pixel.x), pixel_centre(pixel.y)}; }

class Mask {
 public:
  // Each side 1..kMaxPictureSide pixels; nothing is covered.
  explicit Mask(Size size);

  // Everything outside the mask is left out. Spots and lengths in units; edges are smooth.
  void stroke(Point from, Point to, int width);  // round ends; a disc when both are the same
  void disc(Point centre, int radius) { stroke(centre, centre, 2 * radius); }
  void ring(Point centre, int radius, int width);           // `radius` to the middle of the line
  void polygon(std::span<const Point> corners);             // filled, even-odd
  void outline(std::span<const Point> corners, int width);  // closed, round joints

  // In whole pixels, with hard edges.
  void rectangle(Point corner, Size size);
  void dots(std::span<const DotRun> runs, Point left_top, int dot);  // `dot`: pixels a dot

  // Calls visit(y, first column, coverage 0..255 of each, count) for the rows with anything in
  // them.
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
  struct Extent {  // columns that were touched; none when first > last
    int first, last;
  };
  std::size_t offset(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) +
           static_cast<std::size_t>(x);
  }
  // Clips columns first..last of row y to the mask, notes them as touched, and returns the number
  // of columns left, with `first` moved to the first of them.
  int touch(int y, std::int64_t& first, std::int64_t last);
  void cover(int x, int y, int coverage);

  Size size_;
  std::vector<std::uint8_t> coverage_;
  std::vector<Extent> extents_;  // a row each
  std::vector<int> sums_;        // a polygon's row while it is summed up
  int first_row_, last_row_;     // rows that were touched
};
}  // namespace franz::capturer
