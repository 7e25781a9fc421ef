#pragma once
// What shows a turn on the picture of a real screen. Pure: the screen's pixels are given.
#include <optional>
#include <vector>
#include "capturer/action.h"
#include "capturer/render/picture_plan.h"
#include "common/desktop/screen_view.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// Lays the pointer, as the system draws it, over the pixels of the screen; what lies beside them is
// left out.
void draw_system_pointer(ScreenPixels& pixels, const PointerImage& pointer);

struct DesktopTurn {
  std::vector<Action> actions;
  std::vector<int> numbers;      // as CaptureRequest has them
  Screen area;                   // what the picture shows
  std::optional<Point> pointer;  // its pixel of the screen; nothing: not known
};

// The marks, badge and overlays that `options` asks for. The actions' places are those of the
// picture that the model saw (options.seen), the picture's are those of `area`. Typed and pasted
// text has the place of the turn's last click before it; without one it has no mark, nor have keys,
// windows and pauses. The marked cursor is where the pointer is, if that is in the picture; where
// it was before the turn nobody knows.
PicturePlan plan_desktop_picture(const DesktopTurn& turn, const PictureOptions& options);
}  // namespace franz::capturer
