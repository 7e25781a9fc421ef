#pragma once
// The place that a model names, in whatever form it was trained to write places.
#include <optional>
#include <string_view>
#include "common/geometry/screen_map.h"

namespace franz::proxy {
// The last two numbers that stand together: "[447, 81]", "(0.4, 0.5)", "x=123, y=456",
// "<point>12 34</point>", {"x": 1, "y": 2}. Of four that are a box, "[[x1, y1, x2, y2]]", its
// middle. Digits in a word are no number, but for "px" behind one. Nothing: there is no place in
// it. Any bytes; linear time.
std::optional<MapPoint> read_place(std::string_view text);
}  // namespace franz::proxy
