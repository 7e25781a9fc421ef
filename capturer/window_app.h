#pragma once
// The picture of one window of a real screen.
#include <chrono>
#include "capturer/desktop/window_picture.h"
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// picture_of_window(), repeated while the picture has one colour, until `patience` is over: a new
// window is black or white until its program has painted it. Failure: see picture_of_window().
Result<WindowPicture> picture_of_painted_window(const WindowTarget& target, WindowView& windows,
                                                ScreenView& screen,
                                                std::chrono::milliseconds patience);

// One turn: the content area of the window options.window, see picture_of_window(), with the turn's
// marks, and with the system's pointer where it is over a visible part of the window. The reply's
// `screen` is that area. A window that is gone or minimised is no failure: there is a warning, no
// picture, and `screen` is that of the picture before (options.seen).
// Failure: the display, a black screen (see capture_desktop()), or an unsupported field. The first
// picture (no options.seen) waits until the window is painted, at most kPaintingMayTake.
Result<CaptureReply> capture_window(const CaptureRequest& request);
}  // namespace franz::capturer
