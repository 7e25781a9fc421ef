#pragma once
// Whether programs have read the input that they were sent: they are asked.
#include "common/desktop/x11_connection.h"

namespace franz::executor {
// True: the window that has the focus has read all that was sent before, since a program answers
// what it reads in its order. False: it answers no such question, or not in `wait_ms`.
// Source: EWMH 1.5, "_NET_WM_PING".
bool focused_window_has_read(X11Connection& x11, int wait_ms);
// Whether it says that it answers.
bool focused_window_answers(X11Connection& x11);

// True: the window manager has done what the clicks that were sent before ask of it, since it
// answers what it reads in its order. One that looks at a click before the window under it gets it,
// to give the focus there, holds back that click meanwhile, but no keys. False: there is none that
// answers, or not in `wait_ms`. Source: EWMH 1.5, "_NET_REQUEST_FRAME_EXTENTS"; X Window System
// Protocol, GrabButton and AllowEvents.
bool manager_has_acted(X11Connection& x11, int wait_ms);
}  // namespace franz::executor
