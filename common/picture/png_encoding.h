#pragma once
#include <cstdint>
#include <span>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz {
// The picture as a PNG file of 8 bits, written by stb_image_write and packed by libdeflate: with a
// palette where it has at most 256 colours, else RGB. No time or other chunk that could differ
// between runs. `rgb`: red, green, blue of each pixel, row by row from the top; both sides are
// positive, and their product is at most kMaxPicturePixels. By one thread at a time: the filter is
// a global variable of stb_image_write. Throws std::bad_alloc where memory is missing.
std::string encode_png(Size size, std::span<const std::uint8_t> rgb);
}  // namespace franz
