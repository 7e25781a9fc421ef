#pragma once
// The pixels of one window of a real screen, without those of others. Pure: what there is to see is
// given.
#include <cstdint>
#include <optional>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/screen_view.h"
#include "common/desktop/window_view.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
struct WindowPicture {
  // Its content area; of a window that is gone or minimised nothing.
  std::optional<ScreenPixels> pixels;
  WindowScene scene;              // as it was pictured; without pixels of no meaning
  std::vector<Screen> hidden;     // the parts of the area that the screen does not show
  std::vector<Warning> warnings;  // kWindow… of wire/warning_codes.h
};

// Of the window that `target` names: one whose process is another by now is gone. Where nothing
// foreign lies over it, and it is wholly on the screen, it is what the screen shows there: its own
// menus and dialogs are seen. What of it the screen does not show is taken through the system, its
// own menus and dialogs over it, and is black where that does not work. If windows move meanwhile,
// it looks again; after some times all of it is taken through the system.
// Failure: the display was lost, or it has no size for a picture.
Result<WindowPicture> picture_of_window(const WindowTarget& target, WindowView& windows,
                                        ScreenView& screen);
}  // namespace franz::capturer
