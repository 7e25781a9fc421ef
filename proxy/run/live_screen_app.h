#pragma once
// A run's real screen as it is now, for people who watch: by the capturer, as the model's pictures
// are, but without marks, and recorded nowhere.
#include <optional>
#include <stop_token>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/private_display_app.h"
#include "common/geometry/picture_size.h"
#include "common/settings/settings.h"
#include "common/wire/capturer_messages.h"

namespace franz::proxy {
struct LiveScreen {
  std::string surface, display, monitor;  // as in PictureOptions
  std::optional<WindowTarget> window;
  std::string authority;             // a path for XAUTHORITY; empty: the environment's
  PictureSize picture;               // pixels
  std::vector<std::string> secrets;  // names of variables that the capturer is not given
};

// What the settings name, on `display` if that is not null; `window`: what of it the run is bounded
// to.
LiveScreen live_screen(const Settings& settings, const PrivateDisplay* display,
                       const std::optional<WindowTarget>& window = {});

// A picture of it, as the capturer answers. Failure: as of look_at().
Result<CaptureReply> capture(const LiveScreen& screen, const std::stop_token& stop);

// A PNG. Failure: why there is none, for people. Past some seconds, or when `stop` asks, the
// capturer is ended. Blocks; any thread.
Result<std::string> look_at(const LiveScreen& screen, const std::stop_token& stop);
}  // namespace franz::proxy
