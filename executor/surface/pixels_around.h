#pragma once
// The pixels around a place of the screen, for detecting changes and validating consent.
#include <string>
#include "common/desktop/screen_view.h"

namespace franz::executor {
inline constexpr int kAround = 64;  // pixels: side of the area around a place

// The part of `whole` within kAround / 2 pixels of `centre`.
Screen area_around(Point centre, const Screen& whole);

// The area and its pixels, without the unused byte of each pixel: equal only if the pixels are.
std::string comparable_bytes(const ScreenPixels& pixels);
}  // namespace franz::executor
