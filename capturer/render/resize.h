#pragma once
// Exact area averaging: each pixel of the picture is the mean of the area that it covers in the
// source. Partly covered pixels are weighted by their share; the result is rounded to the nearest
// integer (halves up). Works for any ratio, also for enlarging.
#include <cstddef>
#include <cstdint>
#include <vector>
#include "capturer/render/picture.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
// Pixels in memory, blue first, as on the screens of both systems.
struct ImageView {
  const std::uint8_t* top_left = nullptr;  // the first byte of the top row
  std::ptrdiff_t stride = 0;               // bytes between rows; negative if stored bottom-up
  Size size;                               // each side 1..kMaxCanvasSide
  int pixel_bytes = 3;                     // 3, or 4 with an ignored byte
};

Picture resize(const ImageView& source, Size size);

// Black and white pixels, one bit each, the leftmost in the highest bit of a byte; 1 is white. Bits
// after the last pixel of a row are ignored.
struct BitmapView {
  const std::uint8_t* top_left = nullptr;
  std::ptrdiff_t stride = 0;  // as in ImageView
  Size size;                  // as in ImageView
};

Picture resize(const BitmapView& source, Size size);

// The changed parts of a bitmap: for each row from the top, one bit per block, the leftmost in the
// lowest bit. The block of pixel x is x * kColumnBlocks / width.
using ChangedBlocks = std::vector<std::uint64_t>;
inline constexpr int kColumnBlocks = 64;

// Updates the pixels of `picture` to which changed parts of the source contribute. Precondition:
// the other pixels are as from resize(); then all are. `changed`: one number for each row of the
// source.
void resize_changed(const BitmapView& source, const ChangedBlocks& changed, Picture& picture);
}  // namespace franz::capturer
