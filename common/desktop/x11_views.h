#pragma once
// The views of X11, for open_views_posix.cpp.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/desktop/screen_view.h"
#include "common/desktop/window_view.h"

namespace franz {
Result<std::unique_ptr<ScreenView>> open_x11_screen_view(const std::string& display);
Result<std::unique_ptr<WindowView>> open_x11_window_view(const std::string& display);
}  // namespace franz
