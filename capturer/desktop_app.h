#pragma once
// The picture of a real screen.
#include "capturer/screen_picture_app.h"
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// One turn: the part options.monitor of the display options.display, with the system's pointer and
// the turn's marks. All actions count as applied, because the executor has reported them. A screen
// that stays black although windows are on it is a failure: a person would see something else (a
// screen of another session, a locked one, or Wayland's). Without windows, the picture is taken,
// with a warning. `kept`: used and changed by requests with known_sha256 only. Failure: the
// display, or an unsupported field.
Result<CaptureReply> capture_desktop(const CaptureRequest& request, KeptScreen& kept);
}  // namespace franz::capturer
