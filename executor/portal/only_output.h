#pragma once
// The size of a session's monitor as its programs see it, if it has one monitor only.
#include <optional>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz::executor {
// `display`: as WAYLAND_DISPLAY. Nothing: the session has another number of monitors, or does not
// report their sizes.
std::optional<Size> only_output_size(const std::string& display);
}  // namespace franz::executor
