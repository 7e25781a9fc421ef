#pragma once
// The current real screen of a run, for people who watch. The capturer takes the picture as it does
// for the model, but without marks; it is not recorded.
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
  std::string authority;             // path for XAUTHORITY; empty: inherited
  PictureSize picture;               // pixels
  std::vector<std::string> secrets;  // names of variables hidden from the capturer
};

// The screen that the settings name; if `display` is not null, on that display. `window`: the
// window that the run is bounded to, if any.
LiveScreen live_screen(const Settings& settings, const PrivateDisplay* display,
                       const std::optional<WindowTarget>& window = {});

// Takes a picture and returns the capturer's reply. Failure: as look_at().
Result<CaptureReply> capture(const LiveScreen& screen, const std::stop_token& stop);

// Returns a PNG. Failure: the reason, for people. Ends the capturer after 5 s or when `stop` is
// requested. Blocks; any thread.
Result<std::string> look_at(const LiveScreen& screen, const std::stop_token& stop);
}  // namespace franz::proxy
