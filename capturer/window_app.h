#pragma once
// The picture of one window of a real screen.
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// One turn: the content area of the window that options.window names, as picture_of_window() has
// it, with the turn's marks, and with the system's pointer where that is over what the screen shows
// of it. `screen` of the answer is that area. A window that is gone or minimised is no failure:
// there is a warning, no picture, and `screen` is that of the picture before (options.seen).
// Failure: the display, a black screen (as capture_desktop() has it), or a field that cannot be
// served.
Result<CaptureReply> capture_window(const CaptureRequest& request);
}  // namespace franz::capturer
