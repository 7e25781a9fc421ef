#pragma once
// Parses the place in a model's answer, in any of the forms that models are trained to write.
#include <optional>
#include <string_view>
#include "common/geometry/screen_map.h"

namespace franz::proxy {
// Returns the last two adjacent numbers: "[447, 81]", "(0.4, 0.5)", "x=123, y=456", "<point>12
// 34</point>", {"x": 1, "y": 2}. For a box of four, "[[x1, y1, x2, y2]]", returns its middle.
// Digits inside a word do not count, except before the unit "px". Nothing: the text contains no
// place. Accepts any bytes; linear time.
std::optional<MapPoint> read_place(std::string_view text);
}  // namespace franz::proxy
