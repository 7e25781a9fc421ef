#pragma once
#include <cstdint>
#include <span>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz {
// The picture as a JPEG file (JFIF, baseline), written by stb_image_write. `quality`: 1..100; above
// 90 the colors have the full resolution. `rgb`, `size`: as for encode_png(). Any thread. Throws
// std::bad_alloc if memory is exhausted.
std::string encode_jpeg(Size size, std::span<const std::uint8_t> rgb, int quality);
}  // namespace franz
