#pragma once
// The pixels of a real screen, its monitors and its pointer. Places are physical pixels of the
// virtual desktop, which all monitors make up; its origin may be negative.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
struct Monitor {
  std::string name;  // the system's, UTF-8
  Screen area;
  bool primary = false;
};

inline constexpr std::size_t kPixelBytes = 4;  // of a pixel that a screen or a window gives

// Blue, green, red and a byte without meaning for each pixel, row by row from the top.
struct ScreenPixels {
  Screen area;  // what they show
  std::vector<std::uint8_t> bgrx;
};

// The pointer as the system draws it.
struct PointerImage {
  Point at;   // the pixel of the screen that it points to
  Point hot;  // that pixel in the image
  Size size;
  std::vector<std::uint8_t> bgra;  // alpha is straight: colours are not multiplied by it
};

// Failures are for the operators and name the display. Only one thread of a process at a time uses
// views: what X11 tells of errors goes to the whole process.
class ScreenView {
 public:
  virtual ~ScreenView() = default;
  // Never empty.
  virtual Result<std::vector<Monitor>> monitors() = 0;
  // Without the pointer; black where no monitor is. `area` has at least a pixel.
  virtual Result<ScreenPixels> grab(const Screen& area) = 0;
  virtual Result<PointerImage> pointer() = 0;
  // Whether any window is shown there, in part at least: a screen without one may well be black.
  virtual Result<bool> shows_windows(const Screen& area) = 0;
  // Titles, in the programs' own words, of the windows there that the system leaves out of every
  // picture because their programs asked for it: they are black, or what is behind them is shown.
  virtual Result<std::vector<std::string>> withheld_windows(const Screen& area) = 0;
};

// `display`: X11's name of it, ":99"; empty: the one that the environment names. Windows has one
// (kWindowsDisplay). Failure: it cannot be reached or is of a kind that cannot be read, in words
// that name it.
Result<std::unique_ptr<ScreenView>> open_screen_view(const std::string& display);
}  // namespace franz
