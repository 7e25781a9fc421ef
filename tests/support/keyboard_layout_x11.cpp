#include "tests/support/keyboard_layout.h"

// Include after ours: Xlib defines common words as macros.
#include <X11/XKBlib.h>
#include <X11/Xlib.h>

namespace franz {
bool switch_layout(const std::string& display, unsigned index) {
  Display* const x11 = XOpenDisplay(display.c_str());
  if (x11 == nullptr) return false;
  XkbStateRec state{};
  const bool switched = XkbLockGroup(x11, XkbUseCoreKbd, index) != False &&
                        XkbGetState(x11, XkbUseCoreKbd, &state) == Success && state.group == index;
  XCloseDisplay(x11);
  return switched;
}
}  // namespace franz
