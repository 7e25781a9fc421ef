#pragma once
// A window without a frame above all others, with the card's pixels.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::calibration_card {
struct Clicked {
  Point at;  // of the screen; the left button was pressed there
};
struct TimeOver {};
using WindowEvent = std::variant<Clicked, TimeOver>;

class CardWindow {
 public:
  virtual ~CardWindow() = default;
  // What it covers, in pixels of the screen.
  virtual Screen area() const = 0;
  // Blue, green, red and a byte without meaning for each pixel. It is on the screen when this
  // returns. Failure: the display is gone.
  virtual Status show(std::span<const std::uint8_t> bgrx) = 0;
  // Waits for what happens next; `timeout_ms` below 0: for ever. Failure: the display is gone.
  virtual Result<WindowEvent> next(int timeout_ms) = 0;
};

// Makes the screen of `display` that many monitors of the same width, side by side, as on a desk
// with several; pixels that are left over belong to none. `monitors`: at least 1. Failure: in words
// that name the display; always on Windows.
Status divide_screen(const std::string& display, int monitors);

// `display`: X11's name of it, empty: the one that the environment names; Windows has one screen.
// `area`: in pixels of the screen; nothing: all of it. Use the window on the thread that opened it.
// Failure: in words that name the display.
Result<std::unique_ptr<CardWindow>> open_card_window(const std::string& display,
                                                     const std::optional<Screen>& area);
}  // namespace franz::calibration_card
