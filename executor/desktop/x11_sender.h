#pragma once
// Sends input to an X server by the extension XTEST, and tells a watch of it before.
#include "common/desktop/x11_connection.h"
#include "common/geometry/screen_map.h"
#include "executor/desktop/takeover_watch.h"

namespace franz::executor {
class X11Sender {
 public:
  // Both outlive it. `watch` null: nobody watches.
  X11Sender(X11Connection& x11, TakeoverWatch* watch) : x11_(&x11), watch_(watch) {}

  // Queued by Xlib, as everything else that is asked of the server.
  void move(Point at) const;
  void button(unsigned place, bool down) const;  // not its logical number
  void key(int keycode, bool down) const;
  // Has the server work off what was sent. False: somebody else moved the pointer or pressed
  // something.
  bool may_go_on() const;

 private:
  X11Connection* x11_;
  TakeoverWatch* watch_;
};
}  // namespace franz::executor
