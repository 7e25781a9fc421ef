#pragma once
// Asks programs whether they have read the input that they were sent.
#include "common/desktop/x11_connection.h"

namespace franz::executor {
// True: the focused window has read all input that was sent before; programs answer in order.
// False: it does not support the ping, or did not answer within `wait_ms`.
// Source: EWMH 1.5, "_NET_WM_PING".
bool focused_window_has_read(X11Connection& x11, int wait_ms);
// Whether the focused window supports the ping.
bool focused_window_answers(X11Connection& x11);

// True: the window manager has handled the clicks that were sent before; it answers in order. A
// manager that sees a click before the window, to give that window the focus, holds back the click
// meanwhile but not keys. False: no manager answers, or not within `wait_ms`. Source: EWMH 1.5,
// "_NET_REQUEST_FRAME_EXTENTS"; X Window System Protocol, GrabButton and AllowEvents.
bool manager_has_acted(X11Connection& x11, int wait_ms);
}  // namespace franz::executor
