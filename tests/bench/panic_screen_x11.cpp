#include "common/desktop/x11_connection.h"
#include "common/os/clock.h"
#include "executor/desktop/x11_raw_input.h"
#include "tests/bench/panic_screen.h"
#include "tests/support/pressed_input.h"
#include "tests/support/virtual_display.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz {
namespace {
using executor::InputEvent;
using executor::X11RawInput;

constexpr int kControl = 37, kAlt = 64, kPause = 127;  // keycodes of a PC keyboard

// The server's raw events; input that we did not send comes from someone else.
class X11Screen : public PanicScreen {
 public:
  X11Screen(std::unique_ptr<VirtualDisplay> display, std::unique_ptr<X11Connection> hands,
            std::unique_ptr<X11Connection> ears, X11RawInput raw)
      : display_(std::move(display)),
        hands_(std::move(hands)),
        ears_(std::move(ears)),
        raw_(std::move(raw)) {}

  std::vector<std::pair<std::string, std::string>> environment() const override {
    return display_->environment();
  }

  void move(Point at) override {
    sent_.sent({InputEvent::Kind::motion, 0, false, at});
    XTestFakeMotionEvent(hands_->get(), DefaultScreen(hands_->get()), at.x, at.y, CurrentTime);
    flush();
  }

  void press_panic_key() override {
    for (const int each : {kControl, kAlt, kPause}) send_key(each, true);
    for (const int each : {kPause, kAlt, kControl}) send_key(each, false);
    flush();
  }

  std::optional<double> next_of_others(double end) override {
    while (true) {
      while (const auto each = raw_.next()) {
        if (each->event.kind != InputEvent::Kind::motion && !each->event.down)
          let_go_ = steady_time_exact_ms();
        if (sent_.is_somebody_else(each->event, each->source)) return steady_time_exact_ms();
      }
      const double left = end - steady_time_exact_ms();
      if (left <= 0) return std::nullopt;
      ears_->wait_for_event(static_cast<int>(left) + 1);
    }
  }

  std::optional<double> last_let_go() const override { return let_go_; }
  std::string what_is_down() override { return franz::what_is_down(display_->name()); }

 private:
  void flush() { static_cast<void>(hands_->sync()); }
  void send_key(int keycode, bool down) {
    sent_.sent({InputEvent::Kind::key, keycode, down, {}});
    XTestFakeKeyEvent(hands_->get(), static_cast<unsigned>(keycode), down ? True : False,
                      CurrentTime);
  }

  std::unique_ptr<VirtualDisplay> display_;
  std::unique_ptr<X11Connection> hands_, ears_;
  X11RawInput raw_;
  executor::SentInput sent_;
  std::optional<double> let_go_;
};
}  // namespace

Result<std::unique_ptr<PanicScreen>> open_panic_screen() {
  auto display = VirtualDisplay::start(Size{1280, 720});
  if (!display.ok()) return display.error();
  auto hands = X11Connection::open(display.value()->name());
  if (!hands.ok()) return hands.error();
  auto ears = X11Connection::open(display.value()->name());
  if (!ears.ok()) return ears.error();
  auto raw = X11RawInput::open(*ears.value());
  if (!raw.ok()) return raw.error();
  return std::unique_ptr<PanicScreen>(
      std::make_unique<X11Screen>(std::move(display).value(), std::move(hands).value(),
                                  std::move(ears).value(), std::move(raw).value()));
}
}  // namespace franz
