#pragma once
// One window of a real screen, to be pictured without what others show in its place. The system's
// part is in *_x11.cpp and *_win32.cpp; another system needs no more than these functions.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// A window that lies over another and is shown.
struct WindowAbove {
  std::uint64_t id = 0;  // for WindowView::draw()
  Screen frame;          // all of it, in pixels of the screen
  bool own = false;      // a dialog, menu or tooltip of the window below
  bool opaque = true;    // it shows nothing of what lies behind it
  friend bool operator==(const WindowAbove&, const WindowAbove&) = default;
};

struct WindowScene {
  Screen area;        // what its program draws on, without its frame, in pixels of the screen
  long long pid = 0;  // 0: it does not tell
  bool minimised = false;
  bool opaque = true;                   // in all of `area`
  bool withheld = false;                // Windows: it keeps itself out of every picture
  std::vector<WindowAbove> above = {};  // those that touch `area`, the topmost first
  friend bool operator==(const WindowScene&, const WindowScene&) = default;
};

// A window as its program drew it, whatever lies over it.
struct DrawnWindow {
  Screen area;
  // Blue, green, red and alpha, row by row from the top, colours multiplied by the alpha; 0 is
  // where the window is not.
  std::vector<std::uint8_t> bgra;
};

// Failure, wherever there is one: the display was lost. One thread at a time, as ScreenView.
class WindowView {
 public:
  virtual ~WindowView() = default;
  // Nothing: there is no such window any more, or its program has put it away.
  virtual Result<std::optional<WindowScene>> scene(std::uint64_t window) = 0;
  // Each through the system, in the order that they are given; nothing: the system cannot draw that
  // one, or only in black. `hidden`: parts of the screen where others lie over it, or no monitor
  // is; of what is there nothing gets into the picture. Takes up to a second, in which programs
  // repaint.
  virtual Result<std::vector<std::optional<DrawnWindow>>> draw(
      std::span<const std::uint64_t> windows, std::span<const Screen> hidden) = 0;
};

// `display`: as open_screen_view() has it. Failure: likewise.
Result<std::unique_ptr<WindowView>> open_window_view(const std::string& display);
}  // namespace franz
