#pragma once
// Parses the area of the screen that the card covers, from the command line.
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::calibration_card {
// An X11 geometry: "1280x720+1920+0"; "1280x720" is at (0, 0). An origin may be negative:
// "1280x720+-1280+0". Failure: "expected WIDTHxHEIGHT+X+Y, got …".
Result<Screen> parse_area(std::string_view text);
}  // namespace franz::calibration_card
