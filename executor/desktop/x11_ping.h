#pragma once
// Whether a program has read the input that it was sent: it is asked.
#include "common/desktop/x11_connection.h"

namespace franz::executor {
// True: the window that has the focus has read all that was sent before, since a program answers
// what it reads in its order. False: it answers no such question, or not in `wait_ms`.
// Source: EWMH 1.5, "_NET_WM_PING".
bool focused_window_has_read(X11Connection& x11, int wait_ms);
// Whether it says that it answers.
bool focused_window_answers(X11Connection& x11);
}  // namespace franz::executor
