#include "tests/capturer/synthetic_screen.h"
#include <string_view>
#include "capturer/render/font.h"
#include "capturer/render/picture.h"

namespace franz::capturer {
namespace {
constexpr const char* kLines[] = {
    "$ ls -l /usr/share/doc", "drwxr-xr-x 2 root root 4096 Jan 31 12:00 franz",
    "-rw-r--r-- 1 user user  217 Jan 31 12:01 notes.txt", "The quick brown fox jumps, 0123456789",
    "if (a[i] != b[j]) { return x->y; }"};

Picture drawn(Size size) {
  Picture picture(size);
  for (int y = 0; y < size.height; ++y) {
    std::uint8_t* row = picture.row(y);
    for (int x = 0; x < size.width; ++x) {
      *row++ = static_cast<std::uint8_t>(30 + 60 * x / size.width);
      *row++ = static_cast<std::uint8_t>(60 + 80 * y / size.height);
      *row++ = 120;
    }
  }
  Mask mask(size);
  const auto box = [&](int left, int top, int width, int height, Color color) {
    mask.rectangle({left, top}, {width, height});
    picture.paint(mask, color);
  };
  const auto text = [&](std::string_view words, Point at, int dot, Color color) {
    mask.dots(text_runs(words), at, dot);
    picture.paint(mask, color);
  };
  // A terminal: one-pixel text on black.
  box(60, 60, 620, 380, {0xD7, 0xDC, 0xE4});
  text("user@host: ~", {72, 68}, 1, {0x22, 0x22, 0x22});
  box(62, 84, 616, 354, {0, 0, 0});
  for (int i = 0; i < 25; ++i) text(kLines[i % 5], {68, 90 + 13 * i}, 1, {0xE5, 0xE5, 0xE5});
  // A dialog: two-pixel text on white, with fields and buttons.
  box(760, 180, 480, 420, {0xF6, 0xF5, 0xF4});
  box(760, 180, 480, 40, {0xE1, 0xDE, 0xDB});
  text("Fill in the form", {880, 192}, 2, {0x2E, 0x34, 0x36});
  for (int i = 0; i < 3; ++i) {
    text(i == 0 ? "Name" : i == 1 ? "Street" : "Town", {790, 262 + 70 * i}, 2, {0x2E, 0x34, 0x36});
    box(900, 250 + 70 * i, 310, 42, {0xCD, 0xC7, 0xC2});
    box(901, 251 + 70 * i, 308, 40, {255, 255, 255});
  }
  box(1100, 530, 110, 42, {0x35, 0x84, 0xE4});
  text("OK", {1140, 544}, 2, {255, 255, 255});
  // A panel, and thin lines one pixel apart.
  box(0, size.height - 32, size.width, 32, {0x1E, 0x1E, 0x1E});
  text("12:00", {size.width - 60, size.height - 20}, 1, {255, 255, 255});
  for (int i = 0; i < 40; ++i) box(200 + 2 * i, 500, 1, 60, {255, 255, 255});
  return picture;
}
}  // namespace

ScreenPixels synthetic_screen(const Screen& area) {
  Picture picture = drawn({area.width, area.height});
  ScreenPixels pixels{area, {}};
  for (std::size_t i = 0; i < picture.rgb().size(); i += 3)
    pixels.bgrx.insert(pixels.bgrx.end(),
                       {picture.rgb()[i + 2], picture.rgb()[i + 1], picture.rgb()[i], 0x5A});
  return pixels;
}

PointerImage synthetic_pointer(Point at) {
  PointerImage pointer{at, {2, 1}, {20, 26}, {}};
  for (int y = 0; y < pointer.size.height; ++y) {
    for (int x = 0; x < pointer.size.width; ++x) {
      const int across = x - pointer.hot.x, down = y - pointer.hot.y;
      const bool body = down >= 0 && down < 20 && across >= 0 && 10 * across <= 7 * down;
      const bool rim = body && (across == 0 || down == 19 || 10 * (across + 1) > 7 * down);
      const bool shadow =
          down >= 3 && down < 24 && across >= 3 && 10 * (across - 3) <= 7 * (down - 3);
      const std::uint8_t light = body && !rim ? 255 : 0;
      pointer.bgra.insert(pointer.bgra.end(), {light, light, light,
                                               static_cast<std::uint8_t>(body     ? 255
                                                                         : shadow ? 90
                                                                                  : 0)});
    }
  }
  return pointer;
}
}  // namespace franz::capturer
