#pragma once
// A simulated screen with typical content: a gradient behind windows with small text, lines and
// colours, and a pointer with a shadow.
#include "common/desktop/screen_view.h"

namespace franz::capturer {
ScreenPixels synthetic_screen(const Screen& area);

// An arrow that points to `at`, with its tip inside the image and a translucent shadow.
PointerImage synthetic_pointer(Point at);
}  // namespace franz::capturer
