#pragma once
// Whether what is typed into a program passes an input method, which makes other characters of it.
#include <string>
#include <string_view>

namespace franz::executor {
struct InputMethod {
  std::string name = {};  // printable; empty: there is none
  // Whether it changes keys as soon as it is there, as GTK's Vietnamese one does. Others, such as
  // ibus, do so in some of their modes only, and do not tell in which they are.
  bool always = false;
  friend bool operator==(const InputMethod&, const InputMethod&) = default;
};

// `environment`: a program's variables, NAME=VALUE, each ended by a zero byte, as in
// /proc/PID/environ. `display`: X11's name of the display that it is on; none is read of a program
// that says another one, since its process may be another one's.
// Source: GTK, "Running and debugging GTK Applications": GTK_IM_MODULE; Qt: QT_IM_MODULE;
// XSetLocaleModifiers(3): XMODIFIERS.
InputMethod input_method_of(std::string_view environment, std::string_view display);
}  // namespace franz::executor
