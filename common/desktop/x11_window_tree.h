#pragma once
// The windows of an X server: which of them are programs', where they are, and to whom they belong.
// One that goes meanwhile looks like one without properties.
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

  // Programs' windows, the topmost first; at most 256. Where there is no window manager, what is
  // mapped and has a class.
  std::vector<Id> clients();
  // `window` itself or the first below it that is a program's; 0: there is none.
  // Source: ICCCM 4.1.3.1: a window manager puts WM_STATE on each program's window.
  Id client_in(Id window);
  bool is_client(Id window);

  // The lowest first.
  std::vector<Id> children_of(Id window);
  // 0: it has none, or is gone.
  Id parent_of(Id window);
  // What stands for it directly below the root: its window manager's frame, or itself. 0: it is
  // gone, or the root.
  Id top_of(Id window);

  bool is_mapped(Id window);  // with all that it is in
  bool is_minimised(Id window);
  // Without border, frame and the shadow that its program draws around it (_GTK_FRAME_EXTENTS), in
  // pixels of the screen; nothing: it is gone.
  std::optional<Screen> area_of(Id window);
  long long pid_of(Id window);  // 0: it does not tell, or tells what no process can have
  // A dialog's, menu's or tooltip's: the windows that it belongs to, the nearest first. What no
  // window manager touches and says nothing belongs to all the windows of its program.
  std::vector<Id> owners_of(Id window);

 private:
  X11Connection& x11_;
};
}  // namespace franz
