#include "executor/desktop/guarded_input.h"

namespace franz::executor {
// `presses`: refused after a takeover, unlike releases.
void GuardedInput::send(bool presses, const std::function<Status()>& primitive) {
  if (failure_) return;
  const bool denied = presses && watch_ != nullptr && watch_->taken_over();
  const Status status = denied ? Error{kTookOver, ErrorCode::denied} : primitive();
  // After any other failure, some of the input may have been sent.
  const bool nothing_sent = !status.ok() && (status.error().code == ErrorCode::missing ||
                                             status.error().code == ErrorCode::denied ||
                                             status.error().code == ErrorCode::lost);
  begun_ = begun_ || !nothing_sent;
  check(status);
}

GuardedInput& GuardedInput::move(Point at) {
  send(true, [&] { return input_.move(at == corner_ ? Point{at.x + 1, at.y + 1} : at); });
  return *this;
}

GuardedInput& GuardedInput::button(Button button, bool down) {
  send(down, [&] { return input_.button(button, down); });
  return *this;
}

GuardedInput& GuardedInput::turn_wheel(Wheel direction) {
  send(true, [&] { return input_.turn_wheel(direction); });
  return *this;
}

GuardedInput& GuardedInput::key(const std::string& name, bool down) {
  send(down, [&] { return input_.key(name, down); });
  return *this;
}

GuardedInput& GuardedInput::type(std::string_view text, const MayGoOn& may_go_on) {
  send(true, [&] { return input_.type(text, may_go_on); });
  return *this;
}

GuardedInput& GuardedInput::chord(const std::vector<std::string>& keys, int held_ms) {
  std::size_t pressed = 0;
  while (pressed < keys.size() && key(keys[pressed], true).status().ok()) ++pressed;
  pause(held_ms);
  while (pressed > 0) check(input_.key(keys[--pressed], false));
  return *this;
}

GuardedInput& GuardedInput::pause(int milliseconds) {
  if (failure_) return *this;
  if (watch_ == nullptr) {
    input_.pause(milliseconds);
  } else {
    watch_->wait(milliseconds);
  }
  return *this;
}

GuardedInput& GuardedInput::wait_until_read() {
  if (!failure_) input_.wait_until_read();
  return *this;
}

GuardedInput& GuardedInput::check(const Status& status) {
  if (!failure_ && !status.ok()) failure_ = status.error();
  return *this;
}

Performed GuardedInput::outcome() const {
  if (!failure_) return {};
  if (failure_->code == ErrorCode::unfinished) return {Outcome::unknown, failure_->message};
  if (!begun_) return {Outcome::refused, failure_->message};
  return {failure_->code == ErrorCode::lost ? Outcome::unknown : Outcome::partial,
          failure_->message};
}
}  // namespace franz::executor
