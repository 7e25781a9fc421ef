#pragma once
// The current real screen of a run, for people who watch or use it. The capturer takes the picture
// as it does for the model, but without marks; it is not recorded.
#include <optional>
#include <stop_token>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/private_display_app.h"
#include "common/geometry/picture_size.h"
#include "common/os/line_child.h"
#include "common/settings/settings.h"
#include "common/wire/capturer_messages.h"
#include "proxy/dashboard/live_screen_viewer_app.h"

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
// All of the display, whatever the run is bounded to, in a picture of that size.
LiveScreen whole_screen(LiveScreen screen, Size size);

// A capturer for many pictures. Always call it from the same thread.
class LiveCapturer {
 public:
  explicit LiveCapturer(const LiveScreen& screen);

  // Takes a picture of `screen`, which is on the display of the constructor's. `known_sha256`: as
  // in CaptureRequest. Failure: the reason, for people. Ends the capturer after 5 s or when `stop`
  // is requested. Blocks.
  Result<CaptureReply> capture(const LiveScreen& screen, const std::stop_token& stop,
                               const std::string& known_sha256 = "");

 private:
  LineChild child_;
};

// One picture, as a PNG. Failure: as LiveCapturer::capture().
Result<std::string> look_at(const LiveScreen& screen);

// For the dashboard. `whole`: the size of the private display; nothing: there is none.
LiveScreenViewer::Look live_look(const LiveScreen& screen, const std::optional<Size>& whole);
}  // namespace franz::proxy
