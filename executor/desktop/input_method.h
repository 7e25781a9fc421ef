#pragma once
// Whether text typed into a program goes through an input method, which may change it.
#include <string>
#include <string_view>

namespace franz::executor {
struct InputMethod {
  std::string name = {};  // printable; empty: none
  // Whether it always changes keys, as GTK's Vietnamese one does. Others, such as ibus, do so only
  // in some modes, and do not report the mode.
  bool always = false;
  friend bool operator==(const InputMethod&, const InputMethod&) = default;
};

// `environment`: a program's variables, NAME=VALUE, each ended by a zero byte, as in
// /proc/PID/environ. `display`: the X11 name of its display. If the environment names another
// display, the result is empty, since the process may not be the window's.
// Source: GTK, "Running and debugging GTK Applications": GTK_IM_MODULE; Qt: QT_IM_MODULE;
// XSetLocaleModifiers(3): XMODIFIERS.
InputMethod input_method_of(std::string_view environment, std::string_view display);
}  // namespace franz::executor
