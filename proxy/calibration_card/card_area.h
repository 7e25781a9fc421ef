#pragma once
// Which part of the screen the card covers, as the command line has it.
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::calibration_card {
// X11's way to write a geometry: "1280x720+1920+0"; without a place, "1280x720", at (0, 0). An
// origin may be negative: "1280x720+-1280+0". Failure: "expected WIDTHxHEIGHT+X+Y, got …".
Result<Screen> parse_area(std::string_view text);
}  // namespace franz::calibration_card
