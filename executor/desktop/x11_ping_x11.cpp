#include <algorithm>
#include "common/os/clock.h"
#include "executor/desktop/x11_ping.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
// The focused window or its nearest parent that supports the ping; None: there is none.
static Window answering_window(X11Connection& x11, Atom ping) {
  Window window = None;
  int revert = 0;
  XGetInputFocus(x11.get(), &window, &revert);
  while (window != None && window != PointerRoot && window != x11.root()) {
    const auto known = x11.numbers(window, "WM_PROTOCOLS", XA_ATOM);
    if (known && std::ranges::find(*known, ping) != known->end()) return window;
    Window root = None, parent = None, *children = nullptr;
    unsigned count = 0;
    if (XQueryTree(x11.get(), window, &root, &parent, &children, &count) == 0) parent = None;
    if (children != nullptr) XFree(children);
    window = parent;
  }
  return None;
}

bool focused_window_answers(X11Connection& x11) {
  return answering_window(x11, x11.atom("_NET_WM_PING")) != None;
}

bool focused_window_has_read(X11Connection& x11, int wait_ms) {
  Display* display = x11.get();
  const Atom protocols = x11.atom("WM_PROTOCOLS"), ping = x11.atom("_NET_WM_PING");
  const Window window = answering_window(x11, ping);
  if (window == None) return false;

  const auto stamp = steady_time_ms() & 0x7FFFFFFF;
  XSelectInput(display, x11.root(), SubstructureNotifyMask);  // the answer goes to the root window
  XEvent question{};
  question.xclient.type = ClientMessage;
  question.xclient.window = window;
  question.xclient.message_type = protocols;
  question.xclient.format = 32;
  question.xclient.data.l[0] = static_cast<long>(ping);
  question.xclient.data.l[1] = static_cast<long>(stamp);
  question.xclient.data.l[2] = static_cast<long>(window);
  XSendEvent(display, window, False, NoEventMask, &question);
  const bool answered = x11.wait_for(wait_ms, [&](const XEvent& event) {
    return event.type == ClientMessage && event.xclient.message_type == protocols &&
           event.xclient.data.l[0] == question.xclient.data.l[0] &&
           event.xclient.data.l[1] == question.xclient.data.l[1];
  });
  XSelectInput(display, x11.root(), NoEventMask);
  static_cast<void>(x11.sync());
  return answered;
}

bool manager_has_acted(X11Connection& x11, int wait_ms) {
  Display* display = x11.get();
  const Atom request = x11.atom("_NET_REQUEST_FRAME_EXTENTS");
  const Atom answer = x11.atom("_NET_FRAME_EXTENTS");
  const auto supported = x11.numbers(x11.root(), "_NET_SUPPORTED", XA_ATOM);
  if (!supported || std::ranges::find(*supported, request) == supported->end()) return false;

  const Window asked =
      XCreateSimpleWindow(display, x11.root(), 0, 0, 1, 1, 0, 0, 0);  // never shown
  XSelectInput(display, asked, PropertyChangeMask);
  XEvent question{};
  question.xclient.type = ClientMessage;
  question.xclient.window = asked;
  question.xclient.message_type = request;
  question.xclient.format = 32;
  XSendEvent(display, x11.root(), False, SubstructureRedirectMask | SubstructureNotifyMask,
             &question);
  const bool answered = x11.wait_for(wait_ms, [&](const XEvent& event) {
    return event.type == PropertyNotify && event.xproperty.window == asked &&
           event.xproperty.atom == answer;
  });
  XDestroyWindow(display, asked);
  static_cast<void>(x11.sync());
  return answered;
}
}  // namespace franz::executor
