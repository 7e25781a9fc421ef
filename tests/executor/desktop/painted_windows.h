#pragma once
// Windows of a test's own on an X11 screen: each has a pattern, and counts the clicks that it gets.
// No window manager is asked: they are where they are put.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::executor {
// One thread.
class PaintedWindows {
 public:
  using Id = unsigned long;

  // Failure: the display cannot be reached.
  static Result<std::unique_ptr<PaintedWindows>> open(const std::string& display);
  virtual ~PaintedWindows() = default;

  // Each is on the screen when it returns. `seed` chooses the pattern: two with the same are alike.
  // 0: of one colour.
  virtual Id add(const Screen& area, std::uint32_t seed) = 0;  // on top
  virtual void paint(Id window, std::uint32_t seed) = 0;
  virtual void paint_spot(Id window, Point at, int size) = 0;  // in another colour than before
  virtual void move(Id window, Point to) = 0;
  virtual void remove(Id window) = 0;

  // Presses of buttons on any window, since the last call.
  virtual int take_clicks() = 0;
};
}  // namespace franz::executor
