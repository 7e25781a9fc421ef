#pragma once
// The pixels of one window of a real screen, without those of other windows. Pure: the views are
// injected.
#include <cstdint>
#include <optional>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/screen_view.h"
#include "common/desktop/window_view.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
struct WindowPicture {
  // Its content area; nothing if the window is gone or minimised.
  std::optional<ScreenPixels> pixels;
  WindowScene scene;              // at the time of the picture; without meaningless pixels
  std::vector<Screen> hidden;     // the parts of the area that are not visible on the screen
  std::vector<Warning> warnings;  // kWindow… of wire/warning_codes.h
};

// The picture of the window that `target` names; a window that belongs to another process now
// counts as gone. If no foreign window covers it and it is completely on the screen, the picture is
// what the screen shows there, with its own menus and dialogs. The invisible parts are drawn by the
// system, with its menus and dialogs over them, and are black where that fails. If windows move
// meanwhile, the picture is taken again; after several attempts all of it is drawn by the system.
// Failure: the display was lost, or the window has no size for a picture.
Result<WindowPicture> picture_of_window(const WindowTarget& target, WindowView& windows,
                                        ScreenView& screen);
}  // namespace franz::capturer
