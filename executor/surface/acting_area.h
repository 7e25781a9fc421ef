#pragma once
// The part of a real screen that a turn sees and acts on: all of it, or one window.
#include <memory>
#include <optional>
#include <utility>
#include <vector>
#include "executor/desktop/desktop.h"

namespace franz::executor {
class ActingArea {
 public:
  explicit ActingArea(std::unique_ptr<Desktop> desktop) : desktop_(std::move(desktop)) {}
  virtual ~ActingArea() = default;
  Desktop& desktop() { return *desktop_; }

  // The current area. Failure: ErrorCode::missing and denied refuse only the current action.
  virtual Result<Screen> screen() { return desktop_->screen(); }
  // The current area. Failure also: no part of it is visible.
  virtual Result<Screen> shown_screen() { return screen(); }
  // The pixels of shown_screen(), without the pointer.
  Result<ScreenPixels> look() {
    const Result<Screen> area = shown_screen();
    if (!area.ok()) return area.error();
    return desktop_->look_at(area.value());
  }
  // The call with its places converted from `seen` to the area as it is `now`. Failure: why the
  // places are no longer valid.
  virtual Result<Call> placed(const Call& call, const Screen& seen, const Screen& now) = 0;
  // Prepares a call, whose places are 0..1000 of `map`, before it is performed. True: this changed
  // what the screen shows. Failure: why the call must not be performed.
  virtual Result<bool> prepare(const Call&, const Screen& /*map*/) { return false; }
  // Performs focus_window().
  virtual Performed focus(const Call& call, const Screen& map) {
    return desktop_->perform(call, map);
  }
  // The windows that focus_window() may select, and the one that will get the keys.
  virtual Result<std::vector<WindowInfo>> windows() { return desktop_->windows().list(); }
  virtual Result<std::optional<WindowInfo>> focused() { return desktop_->windows().focused(); }

 private:
  std::unique_ptr<Desktop> desktop_;
};
}  // namespace franz::executor
