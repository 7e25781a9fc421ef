#pragma once
// The pixels of a real screen, its monitors and its pointer. Coordinates are physical pixels of the
// virtual desktop, which consists of all monitors; its origin may be negative.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
struct Monitor {
  std::string name;  // the system's name, UTF-8
  Screen area;
  bool primary = false;
};

inline constexpr std::size_t kPixelBytes = 4;  // of a pixel from a screen or a window

// Blue, green, red and an unused byte for each pixel, row by row from the top.
struct ScreenPixels {
  Screen area;  // the area that they show
  std::vector<std::uint8_t> bgrx;
};

// The pointer as the system draws it.
struct PointerImage {
  Point at;   // the pixel of the screen that it points to
  Point hot;  // that pixel in the image
  Size size;
  std::vector<std::uint8_t> bgra;  // alpha is straight: colours are not multiplied by it
};

// Error messages are for the operators and name the display. Only one thread of a process may use
// views at a time, because X11 reports errors to the whole process.
class ScreenView {
 public:
  virtual ~ScreenView() = default;
  // Never empty.
  virtual Result<std::vector<Monitor>> monitors() = 0;
  // Without the pointer; black outside the monitors. `area` has at least one pixel.
  virtual Result<ScreenPixels> grab(const Screen& area) = 0;
  virtual Result<PointerImage> pointer() = 0;
  // Whether a window is shown there, at least in part: a screen without one may be black.
  virtual Result<bool> shows_windows(const Screen& area) = 0;
  // Titles, in the programs' own words, of windows there that the system leaves out of every
  // picture because their programs requested it. They are black, or show what is behind them.
  virtual Result<std::vector<std::string>> withheld_windows(const Screen& area) = 0;
};

// `display`: X11's name, ":99"; empty: the one that the environment names. Windows has one
// (kWindowsDisplay). Failure: it cannot be reached, or its format is unsupported; the message names
// it.
Result<std::unique_ptr<ScreenView>> open_screen_view(const std::string& display);
}  // namespace franz
