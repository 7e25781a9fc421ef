#pragma once
#include <cstdint>
#include <span>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz::executor {
// The pixels of `area` as a bridge answers them: blue, green, red and 0 for each, row by row; black
// outside the screen. `pixels`: the whole screen, 0x??RRGGBB each, row by row.
std::string cut_pixels(std::span<const std::uint32_t> pixels, Size screen, const Screen& area);
}  // namespace franz::executor
