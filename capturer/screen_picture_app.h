#pragma once
// What the pictures of a real screen and of one of its windows have in common.
#include <optional>
#include <string>
#include <vector>
#include "capturer/action.h"
#include "common/base/result.h"
#include "common/desktop/screen_view.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// Whether black pixels are the truth. Failure: they are not: windows are shown there, so the screen
// is another session's, a locked one, or Wayland's.
Result<std::optional<Warning>> judge_black(ScreenView& view, const ScreenPixels& pixels);

// Of a window that keeps itself out of pictures. `title`: its program's own words.
Warning withheld_warning(const std::string& title);

// The answer of one turn: the pixels with the pointer drawn in, at the picture's size, with the
// turn's marks over it. All actions are applied: whoever performed them says so. `pointer` null: it
// is not drawn; a failure becomes a warning.
CaptureReply finish_screen_picture(const CaptureRequest& request, std::vector<Action> actions,
                                   ScreenPixels pixels, const Result<PointerImage>* pointer,
                                   std::vector<Warning> warnings);
}  // namespace franz::capturer
