#pragma once
// The pixels about a place of the screen, by which a change is seen and consent is bound.
#include <string>
#include "common/desktop/screen_view.h"

namespace franz::executor {
inline constexpr int kAround = 64;  // pixels: the sides of what is looked at around a place

// The part of `whole` within kAround / 2 pixels of `centre`.
Screen area_around(Point centre, const Screen& whole);

// Their place and size, and they themselves without the byte that has no meaning: two are equal
// only if the same stands there.
std::string comparable_bytes(const ScreenPixels& pixels);
}  // namespace franz::executor
