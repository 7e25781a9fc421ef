#pragma once
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/desktop/screen_view.h"

namespace franz {
// The view of a screen behind a bridge: one monitor, and a pointer of our own drawing at the place
// that it was last moved to, since the picture contains none. `display`: see bridge_connection.h.
Result<std::unique_ptr<ScreenView>> open_bridge_view(const std::string& display);
}  // namespace franz
