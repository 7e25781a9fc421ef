#pragma once
// Captures one window of a real screen without the windows above it. The system-specific part is in
// *_x11.cpp and *_win32.cpp; another system needs only these functions.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// A visible window above another one.
struct WindowAbove {
  std::uint64_t id = 0;  // for WindowView::draw()
  Screen frame;          // all of it, in pixels of the screen
  bool own = false;      // a dialog, menu or tooltip of the window below
  bool opaque = true;    // nothing behind it shows through
  friend bool operator==(const WindowAbove&, const WindowAbove&) = default;
};

struct WindowScene {
  Screen area;  // the area that its program draws on, without its frame, in pixels of the screen
  long long pid = 0;  // 0: unknown
  bool minimised = false;
  bool opaque = true;                   // in all of `area`
  bool withheld = false;                // Windows: it excludes itself from every picture
  std::vector<WindowAbove> above = {};  // windows that touch `area`, the topmost first
  friend bool operator==(const WindowScene&, const WindowScene&) = default;
};

// A window as its program drew it, without the windows above it.
struct DrawnWindow {
  Screen area;
  // Blue, green, red and alpha, row by row from the top, premultiplied; alpha is 0 outside the
  // window.
  std::vector<std::uint8_t> bgra;
};

// A failure means that the display was lost. One thread at a time, as for ScreenView.
class WindowView {
 public:
  virtual ~WindowView() = default;
  // Nothing: the window no longer exists, or its program has hidden it.
  virtual Result<std::optional<WindowScene>> scene(std::uint64_t window) = 0;
  // Draws each window through the system, in the given order; nothing: the system cannot draw it,
  // or only in black. `hidden`: parts of the screen covered by other windows or outside the
  // monitors; their contents never get into the picture. Takes up to a second, while programs
  // repaint.
  virtual Result<std::vector<std::optional<DrawnWindow>>> draw(
      std::span<const std::uint64_t> windows, std::span<const Screen> hidden) = 0;
};

// `display` and failure: as for open_screen_view().
Result<std::unique_ptr<WindowView>> open_window_view(const std::string& display);
}  // namespace franz
