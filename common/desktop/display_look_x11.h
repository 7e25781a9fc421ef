#pragma once
// Gives an X display its look (display_look.h).
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// `name`: ":99"; `cookie`: of its authority file; `size`: the screen's. The look stays while its
// server runs with -noreset. Failure: the display cannot be reached.
Status set_display_look(const std::string& name, std::string_view cookie, Size size);
}  // namespace franz
