#pragma once
#include <cstdint>
#include <span>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz {
// The picture as a PNG file: 8 bits, RGB, no time or other chunk that could differ between runs.
// `rgb`: red, green, blue of each pixel, row by row from the top; both sides are positive.
std::string encode_png(Size size, std::span<const std::uint8_t> rgb);
}  // namespace franz
