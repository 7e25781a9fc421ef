#pragma once
// The input of one call on a screen that a person may use too. It ends at the first primitive that
// fails and when the person takes over. Pure.
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "executor/desktop/desktop.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/takeover_watch.h"

namespace franz::executor {
class GuardedInput {
 public:
  // `input` and `watch` outlive this object. `watch` null: no takeover. `corner`: the pixel that is
  // reserved for the person; our pointer goes to the pixel right of and below it instead.
  GuardedInput(InputDevice& input, TakeoverWatch* watch, std::optional<Point> corner)
      : input_(input), watch_(watch), corner_(corner) {}

  // As in InputDevice. After a failure they send nothing. Once the person has taken over, they fail
  // with kTookOver, except that pressed keys and buttons may be released.
  GuardedInput& move(Point at);
  GuardedInput& button(Button button, bool down);
  GuardedInput& turn_wheel(Wheel direction);
  GuardedInput& key(const std::string& name, bool down);
  GuardedInput& type(std::string_view text, const MayGoOn& may_go_on);
  // Presses the keys in order and releases them in reverse; pressed keys are released even after a
  // failure.
  GuardedInput& chord(const std::vector<std::string>& keys, int held_ms);
  // Milliseconds; ends early if the person takes over.
  GuardedInput& pause(int milliseconds);
  GuardedInput& wait_until_read();
  // Ends the input if `status` is a failure.
  GuardedInput& check(const Status& status);

  Status status() const { return failure_ ? Status(*failure_) : Status(Done{}); }
  // `refused`: nothing was sent. `partial`: some of it may have been sent. `unknown`: the
  // connection to the screen ended in the middle.
  Performed outcome() const;

 private:
  void send(bool presses, const std::function<Status()>& primitive);

  InputDevice& input_;
  TakeoverWatch* watch_;
  std::optional<Point> corner_;
  std::optional<Error> failure_;
  bool begun_ = false;
};
}  // namespace franz::executor
