#pragma once
// Windows of a test on an X11 screen. Each has a pattern and counts its clicks. They bypass the
// window manager, so they stay where they are put.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::executor {
// Single-threaded.
class PaintedWindows {
 public:
  using Id = unsigned long;

  // Failure: the display cannot be reached.
  static Result<std::unique_ptr<PaintedWindows>> open(const std::string& display);
  virtual ~PaintedWindows() = default;

  // The window is visible when this returns. `seed` selects the pattern; 0: a single colour.
  virtual Id add(const Screen& area, std::uint32_t seed) = 0;  // topmost
  virtual void paint(Id window, std::uint32_t seed) = 0;
  virtual void paint_spot(Id window, Point at, int size) = 0;  // in a new colour
  virtual void move(Id window, Point to) = 0;
  virtual void remove(Id window) = 0;

  // Button presses on all windows since the last call.
  virtual int take_clicks() = 0;
};
}  // namespace franz::executor
