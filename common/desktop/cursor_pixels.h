#pragma once
// A pointer's image from the bitmaps of a Windows cursor. Pure.
#include <cstdint>
#include <vector>
#include "common/desktop/screen_view.h"

namespace franz {
// 32 bits per pixel, row by row from the top, as from GetDIBits.
struct CursorBitmaps {
  Size size;
  std::vector<std::uint8_t> color;  // empty: a black and white cursor
  // The AND mask, white where the screen stays; without `color` it is twice as high, with the XOR
  // mask below.
  std::vector<std::uint8_t> mask;
};

// Blue, green, red and straight alpha. An image without alpha is opaque where its mask is black.
// Pixels that would invert the screen are black, because most targets are light. Source: ICONINFO,
// "hbmMask" and "hbmColor".
std::vector<std::uint8_t> cursor_pixels(const CursorBitmaps& bitmaps);
}  // namespace franz
