#pragma once
// The mouse and the keyboard of a screen that a person sits at: input ends when they take over, and
// the pixel of the corner is theirs. Pure.
#include <optional>
#include <string>
#include <string_view>
#include "executor/desktop/input_device.h"
#include "executor/desktop/takeover_watch.h"

namespace franz::executor {
inline constexpr const char* kTookOver = "the person at the screen took over";

class GuardedInput : public InputDevice {
 public:
  // Both outlive it. `watch` null: nobody can take over. `corner`: no pointer of ours goes there;
  // it goes to the pixel beside it, to the right and below.
  GuardedInput(InputDevice& input, TakeoverWatch* watch, Point corner)
      : input_(input), watch_(watch), corner_(corner) {}

  Result<Point> pointer() override;
  // These fail with kTookOver and ErrorCode::denied once the person has taken over: nothing is sent
  // then. What is down may be let go of all the same.
  Status move(Point at) override;
  Status button(Button button, bool down) override;
  Status turn_wheel(Wheel direction) override;
  Status key(const std::string& name, bool down) override;
  Status type(std::string_view text, const MayGoOn& may_go_on) override;
  // Ends when they do.
  void pause(int milliseconds) override;
  void wait_until_read() override;
  void release_all() override;

 private:
  bool may_send();

  InputDevice& input_;
  TakeoverWatch* watch_;
  Point corner_;
};
}  // namespace franz::executor
