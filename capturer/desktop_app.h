#pragma once
// The picture of a real screen.
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// One turn: what options.monitor names of options.display, with the system's pointer in it and the
// turn's marks over it. All actions are applied: whoever performed them says so. A screen that
// stays black though windows are shown on it is a failure: what it shows is not what a person would
// see (another session's, a locked one, Wayland's). Without windows it is taken as it is, and a
// warning says so. Failure: the display, or a field that cannot be served.
Result<CaptureReply> capture_desktop(const CaptureRequest& request);
}  // namespace franz::capturer
