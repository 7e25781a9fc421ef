#pragma once
// Exact area averaging: each pixel of the picture is the mean of the area that it covers in the
// source, shared pixels weighted by their share, rounded to the nearest (halves up). Any ratio,
// upwards too.
#include <cstddef>
#include <cstdint>
#include <vector>
#include "capturer/render/picture.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
// Pixels in memory, blue first, as both systems' screens have them.
struct ImageView {
  const std::uint8_t* top_left = nullptr;  // the first byte of the top row
  std::ptrdiff_t stride = 0;  // bytes from a row to the one below it; negative when stored upwards
  Size size;                  // each side 1..kMaxCanvasSide
  int pixel_bytes = 3;        // 3, or 4 with a byte that is ignored
};

Picture resize(const ImageView& source, Size size);

// Black and white pixels, a bit each, the leftmost in a byte's highest; 1 is white. Bits behind a
// row's last pixel are ignored.
struct BitmapView {
  const std::uint8_t* top_left = nullptr;
  std::ptrdiff_t stride = 0;  // as above
  Size size;                  // as above
};

Picture resize(const BitmapView& source, Size size);

// Which parts of a bitmap changed: of each row from the top, a bit for each of its blocks, the
// leftmost in the lowest. The block of pixel x is x * kColumnBlocks / width.
using ChangedBlocks = std::vector<std::uint64_t>;
inline constexpr int kColumnBlocks = 64;

// Makes those pixels of `picture` anew in which changed parts of the source have a share; where the
// others hold what resize() gives, all of it does. `changed`: a number for each row of the source.
void resize_changed(const BitmapView& source, const ChangedBlocks& changed, Picture& picture);
}  // namespace franz::capturer
