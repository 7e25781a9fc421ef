#include <algorithm>
#include <utility>
#include "common/desktop/x11_connection.h"
#include "common/os/clock.h"
#include "executor/desktop/takeover_watch.h"
#include "executor/desktop/x11_parts.h"
#include "executor/desktop/x11_raw_input.h"

namespace franz::executor {
namespace {
constexpr int kTakeoverLookMs = 20;  // between two checks of the pointer if no input comes

class X11TakeoverWatch : public TakeoverWatch {
 public:
  X11TakeoverWatch(std::unique_ptr<X11Connection> x11, X11RawInput raw, Point at)
      : x11_(std::move(x11)), raw_(std::move(raw)), at_(at) {}

  void expect(const InputEvent& event) override { sent_.sent(event); }

  bool taken_over() override {
    if (taken_over_) return true;
    const Result<Point> at = x11_->pointer();  // all events processed before this have arrived
    bool moved = false;
    while (const std::optional<RawInput> each = raw_.next()) {
      if (sent_.is_somebody_else(each->event, each->source)) taken_over_ = true;
      moved = moved || each->event.kind == InputEvent::Kind::motion;
    }
    // A program can also move the pointer without input. After a motion of ours, the position is
    // not checked, because the screen's edges may have changed it.
    if (at.ok() && !moved && at.value() != at_) taken_over_ = true;
    if (at.ok()) at_ = at.value();
    return taken_over_;
  }

  void wait(int milliseconds) override {
    const auto end = steady_time_ms() + milliseconds;
    while (!taken_over()) {
      const auto left = static_cast<int>(end - steady_time_ms());
      if (left <= 0 || !x11_->sync().ok()) return;
      x11_->wait_for_event(std::min(left, kTakeoverLookMs));
    }
  }

 private:
  std::unique_ptr<X11Connection> x11_;
  X11RawInput raw_;
  SentInput sent_;
  Point at_;  // the last known position of the pointer
  bool taken_over_ = false;
};
}  // namespace

Result<std::unique_ptr<TakeoverWatch>> open_x11_takeover_watch(const std::string& display) {
  auto x11 = X11Connection::open(display);
  if (!x11.ok()) return x11.error();
  Result<X11RawInput> raw = X11RawInput::open(*x11.value());
  if (!raw.ok()) return raw.error();
  const Result<Point> at = x11.value()->pointer();
  if (!at.ok()) return at.error();
  return std::unique_ptr<TakeoverWatch>(std::make_unique<X11TakeoverWatch>(
      std::move(x11).value(), std::move(raw).value(), at.value()));
}
}  // namespace franz::executor
