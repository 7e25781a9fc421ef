#include "executor/desktop/guarded_input.h"

namespace franz::executor {
static Error took_over() { return Error{kTookOver, ErrorCode::denied}; }

bool GuardedInput::may_send() { return watch_ == nullptr || !watch_->taken_over(); }

Result<Point> GuardedInput::pointer() { return input_.pointer(); }

Status GuardedInput::move(Point at) {
  if (!may_send()) return took_over();
  return input_.move(at == corner_ ? Point{at.x + 1, at.y + 1} : at);
}

Status GuardedInput::button(Button button, bool down) {
  if (down && !may_send()) return took_over();
  return input_.button(button, down);
}

Status GuardedInput::turn_wheel(Wheel direction) {
  return may_send() ? input_.turn_wheel(direction) : Status(took_over());
}

Status GuardedInput::key(const std::string& name, bool down) {
  if (down && !may_send()) return took_over();
  return input_.key(name, down);
}

Status GuardedInput::type(std::string_view text, const MayGoOn& may_go_on) {
  return may_send() ? input_.type(text, may_go_on) : Status(took_over());
}

void GuardedInput::pause(int milliseconds) {
  if (watch_ == nullptr) {
    input_.pause(milliseconds);
  } else {
    watch_->wait(milliseconds);
  }
}

void GuardedInput::wait_until_read() { input_.wait_until_read(); }

void GuardedInput::release_all() { input_.release_all(); }
}  // namespace franz::executor
