#pragma once
// The picture of a real screen.
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// One turn: the part options.monitor of the display options.display, with the system's pointer and
// the turn's marks. All actions count as applied, because the executor has reported them. A screen
// that stays black although windows are on it is a failure: a person would see something else (a
// screen of another session, a locked one, or Wayland's). Without windows, the picture is taken,
// with a warning. Failure: the display, or an unsupported field.
Result<CaptureReply> capture_desktop(const CaptureRequest& request);
}  // namespace franz::capturer
