#pragma once
// A pointer's image from the bitmaps of a Windows cursor. Pure.
#include <cstdint>
#include <vector>
#include "common/desktop/screen_view.h"

namespace franz {
// 32 bits a pixel, row by row from the top, as GetDIBits gives them.
struct CursorBitmaps {
  Size size;
  std::vector<std::uint8_t> color;  // empty: a cursor of black and white
  // The AND mask, white where the screen stays; without `color` twice as high, the XOR mask below.
  std::vector<std::uint8_t> mask;
};

// Blue, green, red and straight alpha. Colours of an image without any alpha are opaque where its
// mask is black. What would invert the screen is black: most of what is pointed at is light.
// Source: ICONINFO, "hbmMask" and "hbmColor".
std::vector<std::uint8_t> cursor_pixels(const CursorBitmaps& bitmaps);
}  // namespace franz
