#pragma once
// What the getters `canvas` and `screen_region` give: a part of a picture.
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::proxy {
// `area` in pixels of the PNG, cut to it. Failure: it is outside, or no PNG.
Result<std::string> picture_part(std::string_view png, const Screen& area);

// `file`: sandbox_canvas.bmp. `area` in 0..1000 of the canvas; nothing: all of it. A PNG, pixel for
// pixel. Failure: the file is no canvas.
Result<std::string> canvas_part(std::string_view file, const std::optional<Screen>& area);
}  // namespace franz::proxy
