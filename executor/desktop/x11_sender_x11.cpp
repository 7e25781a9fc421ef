#include "executor/desktop/x11_sender.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
void X11Sender::move(Point at) const {
  if (watch_ != nullptr) watch_->expect({InputEvent::Kind::motion, 0, false, at});
  XTestFakeMotionEvent(x11_->get(), DefaultScreen(x11_->get()), at.x, at.y, CurrentTime);
}

void X11Sender::button(unsigned place, bool down) const {
  if (watch_ != nullptr)
    watch_->expect({InputEvent::Kind::button, static_cast<int>(place), down, {}});
  XTestFakeButtonEvent(x11_->get(), place, down ? True : False, CurrentTime);
}

void X11Sender::key(int keycode, bool down) const {
  if (watch_ != nullptr) watch_->expect({InputEvent::Kind::key, keycode, down, {}});
  XTestFakeKeyEvent(x11_->get(), static_cast<unsigned>(keycode), down ? True : False, CurrentTime);
}

bool X11Sender::may_go_on() const {
  if (watch_ == nullptr) return true;
  static_cast<void>(x11_->sync());
  return !watch_->taken_over();
}
}  // namespace franz::executor
