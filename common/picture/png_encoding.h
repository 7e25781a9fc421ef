#pragma once
#include <cstdint>
#include <span>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz {
// The picture as an 8-bit PNG file, written by stb_image_write and compressed by libdeflate: with a
// palette if it has at most 256 colours, otherwise RGB. No time or other chunk that could differ
// between runs. `rgb`: red, green, blue of each pixel, row by row from the top; both sides are
// positive, and their product is at most kMaxPicturePixels. One thread at a time: the filter is a
// global variable of stb_image_write. Throws std::bad_alloc if memory is exhausted.
std::string encode_png(Size size, std::span<const std::uint8_t> rgb);
}  // namespace franz
