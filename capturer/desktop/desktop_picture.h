#pragma once
// The marks and overlays of a turn on the picture of a real screen. Pure: the caller passes the
// screen's pixels.
#include <optional>
#include <vector>
#include "capturer/action.h"
#include "capturer/render/picture_plan.h"
#include "common/desktop/screen_view.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// Draws the system's pointer over the pixels of the screen, clipped to them.
void draw_system_pointer(ScreenPixels& pixels, const PointerImage& pointer);

struct DesktopTurn {
  std::vector<Action> actions;
  std::vector<int> numbers;      // see CaptureRequest
  Screen area;                   // the area of the screen that the picture shows
  std::optional<Point> pointer;  // pixel of the screen; nothing: unknown
};

// The marks, badge and overlays that `options` asks for. The actions' places refer to the picture
// that the model saw (options.seen), the picture's to `area`. Typed and pasted text is marked at
// the turn's last click before it; without one it has no mark. Keys, windows and pauses have no
// marks. The cursor is marked at the pointer's position if that is in the picture; its position
// before the turn is unknown.
PicturePlan plan_desktop_picture(const DesktopTurn& turn, const PictureOptions& options);
}  // namespace franz::capturer
