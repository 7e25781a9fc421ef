#pragma once
// The picture of one window of a real screen.
#include <chrono>
#include "capturer/desktop/window_picture.h"
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// picture_of_window(), taken again while it has one color, until `patience` is over: a window is
// shown before its program has painted it, and is black or white until then. Failure: as of
// picture_of_window().
Result<WindowPicture> picture_of_painted_window(const WindowTarget& target, WindowView& windows,
                                                ScreenView& screen,
                                                std::chrono::milliseconds patience);

// One turn: the content area of the window that options.window names, as picture_of_window() has
// it, with the turn's marks, and with the system's pointer where that is over what the screen shows
// of it. `screen` of the answer is that area. A window that is gone or minimised is no failure:
// there is a warning, no picture, and `screen` is that of the picture before (options.seen).
// Failure: the display, a black screen (as capture_desktop() has it), or a field that cannot be
// served. The first picture (no options.seen) waits until the window is painted,
// kPaintingMayTake at most.
Result<CaptureReply> capture_window(const CaptureRequest& request);
}  // namespace franz::capturer
