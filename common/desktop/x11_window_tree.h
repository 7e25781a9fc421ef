#pragma once
// The windows of an X server: which ones belong to programs, where they are, and which windows they
// belong to. A window that disappears looks like one without properties.
#include <optional>
#include <string>
#include <vector>
#include "common/desktop/x11_connection.h"
#include "common/geometry/screen_map.h"

namespace franz {
class X11WindowTree {
 public:
  using Id = unsigned long;  // Window; 0: none

  // `x11` outlives it.
  explicit X11WindowTree(X11Connection& x11) : x11_(x11) {}

  // Programs' windows, the topmost first; at most 256. Without a window manager, the mapped windows
  // that have a class.
  std::vector<Id> clients();
  // `window` itself or the first program window below it; 0: there is none. Source: ICCCM 4.1.3.1:
  // a window manager puts WM_STATE on each program's window.
  Id client_in(Id window);
  bool is_client(Id window);

  // The lowest first.
  std::vector<Id> children_of(Id window);
  // 0: it has none, or no longer exists.
  Id parent_of(Id window);
  // Its ancestor directly below the root: its window manager's frame, or itself. 0: it no longer
  // exists, or is the root.
  Id top_of(Id window);

  bool is_mapped(Id window);  // including all its ancestors
  bool is_minimised(Id window);
  // Without border, frame and the shadow that its program draws around it (_GTK_FRAME_EXTENTS), in
  // pixels of the screen; nothing: it no longer exists.
  std::optional<Screen> area_of(Id window);
  long long pid_of(Id window);  // 0: unknown or invalid
  // For a dialog, menu or tooltip: the windows that it belongs to, the nearest first. A window that
  // is not managed and names no owner belongs to all windows of its program.
  std::vector<Id> owners_of(Id window);

 private:
  X11Connection& x11_;
};
}  // namespace franz
