#include <string>
#include "common/desktop/bridge_connection.h"
#include "common/desktop/bridge_view_posix.h"
#include "common/desktop/screen_facts.h"
#include "common/desktop/x11_views.h"

namespace franz {
Result<std::unique_ptr<ScreenView>> open_screen_view(const std::string& display) {
  return is_behind_bridge(display) ? open_bridge_view(display) : open_x11_screen_view(display);
}

Result<std::unique_ptr<WindowView>> open_window_view(const std::string& display) {
  if (is_behind_bridge(display))
    return Error{"on " + std::string(screen_facts(display).said) +
                 " the places of windows are unknown, so a run cannot be limited to one"};
  return open_x11_window_view(display);
}
}  // namespace franz
