#pragma once
// What the pictures of a real screen and of one of its windows have in common.
#include <chrono>
#include <string>
#include <vector>
#include "capturer/action.h"
#include "common/base/result.h"
#include "common/desktop/screen_view.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
struct ShownScreen {
  ScreenPixels pixels;
  bool empty = false;  // it has one colour, and no window is shown there
  bool late = false;   // it was black at first: a window was not painted yet
};

// How long the programs of windows that were just opened may take to paint them.
inline constexpr std::chrono::milliseconds kPaintingMayTake{2000};

// What `area` shows. Black though windows are shown there, it is looked at again until it is not or
// `patience` is over. Failure: the display; or it stays black, so the screen is another session's,
// a locked one, or Wayland's.
Result<ShownScreen> grab_shown(ScreenView& view, const Screen& area,
                               std::chrono::milliseconds patience = kPaintingMayTake);

// Of a screen of one colour on which no window is shown.
Warning empty_warning();

// Of a window that keeps itself out of pictures. `title`: its program's own words.
Warning withheld_warning(const std::string& title);

// The answer of one turn: the pixels with the pointer drawn in, at the picture's size, with the
// turn's marks over it. All actions are applied: whoever performed them says so. `pointer` null: it
// is not drawn; a failure becomes a warning.
CaptureReply finish_screen_picture(const CaptureRequest& request, std::vector<Action> actions,
                                   ScreenPixels pixels, const Result<PointerImage>* pointer,
                                   std::vector<Warning> warnings);
}  // namespace franz::capturer
