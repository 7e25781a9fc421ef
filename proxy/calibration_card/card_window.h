#pragma once
// A frameless window above all others that shows the card's pixels.
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
  Point at;  // where on the screen the left button was pressed
};
struct TimeOver {};
using WindowEvent = std::variant<Clicked, TimeOver>;

class CardWindow {
 public:
  virtual ~CardWindow() = default;
  // The area that it covers, in pixels of the screen.
  virtual Screen area() const = 0;
  // `bgrx`: blue, green, red and an unused byte of each pixel. The picture is on the screen when
  // this returns. Failure: the display is gone.
  virtual Status show(std::span<const std::uint8_t> bgrx) = 0;
  // Waits for the next event; `timeout_ms` below 0: without a limit. Failure: the display is gone.
  virtual Result<WindowEvent> next(int timeout_ms) = 0;
};

// Divides the screen of `display` into that many monitors of the same width, side by side. Leftover
// pixels belong to no monitor. `monitors`: at least 1. Failure: names the display; always fails on
// Windows.
Status divide_screen(const std::string& display, int monitors);

// `display`: its X11 name; empty: the one in the environment. Windows has one screen. `area`: in
// pixels of the screen; nothing: the whole screen. Use the window on the thread that opened it.
// Failure: names the display.
Result<std::unique_ptr<CardWindow>> open_card_window(const std::string& display,
                                                     const std::optional<Screen>& area);
}  // namespace franz::calibration_card
