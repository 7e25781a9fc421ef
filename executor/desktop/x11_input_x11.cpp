#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>
#include "executor/desktop/input_device.h"
#include "executor/desktop/takeover_watch.h"
#include "executor/desktop/x11_keyboard.h"
#include "executor/desktop/x11_parts.h"
#include "executor/desktop/x11_ping.h"
#include "executor/desktop/x11_release.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
constexpr int kInputReadWait = 1000;  // milliseconds
constexpr int kManagerWait = 3000;    // milliseconds

// Logical numbers of buttons. Source: X Window System Protocol; for the wheel the convention of X
// servers, evdev(4).
unsigned number_of(Button button) {
  switch (button) {
    case Button::left: return 1;
    case Button::middle: return 2;
    case Button::right: return 3;
  }
  return 0;
}

unsigned number_of(Wheel direction) {
  switch (direction) {
    case Wheel::up: return 4;
    case Wheel::down: return 5;
    case Wheel::left: return 6;
    case Wheel::right: return 7;
  }
  return 0;
}

class X11Input : public InputDevice {
 public:
  X11Input(std::unique_ptr<X11Connection> x11, TakeoverWatch* watch, X11Keyboard keyboard)
      : x11_(std::move(x11)), watch_(watch), keyboard_(std::move(keyboard)) {
    std::array<unsigned char, 256> logical{};
    const int count =
        XGetPointerMapping(x11_->get(), logical.data(), static_cast<int>(logical.size()));
    for (int i = 0; i < count; ++i) buttons_.push_back(logical[static_cast<std::size_t>(i)]);
  }
  ~X11Input() override { release(); }

  Result<Point> pointer() override { return x11_->pointer(); }

  Status move(Point at) override {
    if (watch_ != nullptr) watch_->expect({InputEvent::Kind::motion, 0, false, at});
    XTestFakeMotionEvent(x11_->get(), DefaultScreen(x11_->get()), at.x, at.y, CurrentTime);
    return x11_->sync();
  }

  Status button(Button button, bool down) override { return press(number_of(button), down); }

  Status turn_wheel(Wheel direction) override {
    const Status pressed = press(number_of(direction), true);
    return pressed.ok() ? press(number_of(direction), false) : pressed;
  }

  Status key(const std::string& name, bool down) override {
    if (down) let_clicks_arrive();
    return keyboard_.key(name, down);
  }
  Status type(std::string_view text, const MayGoOn& may_go_on) override {
    let_clicks_arrive();
    return keyboard_.type(text, may_go_on);
  }

  void pause(int milliseconds) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }

  void wait_until_read() override {
    static_cast<void>(focused_window_has_read(*x11_, kInputReadWait));
  }

  void release_all() override { release(); }

 private:
  void release() {
    release_pressed(*x11_);
    keyboard_.forget();
    static_cast<void>(x11_->sync());
  }

  // Keys must go where the earlier clicks have put the focus.
  void let_clicks_arrive() {
    if (std::exchange(clicked_, false)) static_cast<void>(manager_has_acted(*x11_, kManagerWait));
  }

  // XTEST presses buttons by physical position, which the person may have remapped.
  Status press(unsigned number, bool down) {
    const auto found = std::ranges::find(buttons_, number);
    if (found == buttons_.end())
      return Error{"the pointer has no button " + std::to_string(number), ErrorCode::missing};
    const auto place = static_cast<int>(found - buttons_.begin()) + 1;
    if (watch_ != nullptr) watch_->expect({InputEvent::Kind::button, place, down, {}});
    XTestFakeButtonEvent(x11_->get(), static_cast<unsigned>(place), down ? True : False,
                         CurrentTime);
    clicked_ = true;
    return x11_->sync();
  }

  std::unique_ptr<X11Connection> x11_;
  TakeoverWatch* watch_;
  X11Keyboard keyboard_;
  std::vector<unsigned> buttons_;  // logical numbers by physical position
  bool clicked_ = false;           // since the last key
};
}  // namespace

Result<std::unique_ptr<InputDevice>> open_x11_input(const std::string& display,
                                                    TakeoverWatch* watch) {
  auto x11 = X11Connection::open(display);
  if (!x11.ok()) return x11.error();
  int event = 0, error = 0, major = 0, minor = 0;
  if (XTestQueryExtension(x11.value()->get(), &event, &error, &major, &minor) == 0)
    return Error{"the X display has no extension XTEST, which input needs"};
  XTestGrabControl(x11.value()->get(), True);  // another program's server grab stops no input
  // Cleans up after an earlier executor.
  release_pressed(*x11.value());
  give_back(*x11.value(), noted_borrowed(*x11.value()));
  Result<X11Keyboard> keyboard = X11Keyboard::open(*x11.value(), watch);
  if (!keyboard.ok()) return keyboard.error();
  return std::unique_ptr<InputDevice>(
      std::make_unique<X11Input>(std::move(x11).value(), watch, std::move(keyboard).value()));
}
}  // namespace franz::executor
