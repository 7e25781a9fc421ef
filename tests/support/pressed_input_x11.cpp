#include <array>
#include "tests/support/pressed_input.h"

// Include after ours: Xlib defines common words as macros.
#include <X11/Xlib.h>

namespace franz {
std::string what_is_down(const std::string& display) {
  Display* const x11 = XOpenDisplay(display.c_str());
  if (x11 == nullptr) return "no display " + display;
  std::string down;
  const auto add = [&down](const char* what, int number) {
    down += (down.empty() ? "" : ", ") + std::string(what) + " " + std::to_string(number);
  };
  Window root = None, child = None;
  int x = 0, y = 0, inner_x = 0, inner_y = 0;
  unsigned state = 0;
  XQueryPointer(x11, DefaultRootWindow(x11), &root, &child, &x, &y, &inner_x, &inner_y, &state);
  for (int button = 1; button <= 5; ++button)
    if ((state & (unsigned{Button1Mask} << (button - 1))) != 0) add("button", button);
  std::array<char, 32> keys{};
  XQueryKeymap(x11, keys.data());
  for (int key = 0; key < 256; ++key)
    if ((keys[static_cast<std::size_t>(key / 8)] & (1 << (key % 8))) != 0) add("key", key);
  XCloseDisplay(x11);
  return down;
}
}  // namespace franz
