#pragma once
// The Desktop of a real screen: which primitives make a click, a drag or a chord, and which windows
// they may reach. Pure: its parts are injected.
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>
#include "executor/desktop/clipboard.h"
#include "executor/desktop/desktop.h"
#include "executor/desktop/guarded_input.h"
#include "executor/desktop/launcher.h"

namespace franz::executor {
// The parts of a ScreenDesktop; all of them outlive it.
struct ScreenParts {
  ScreenView& view;
  InputDevice& input;
  Clipboard& clipboard;
  Windows& windows;
  Launcher& launcher;
  TakeoverWatch* watch = nullptr;    // null: no takeover is possible
  std::optional<Point> corner = {};  // as in GuardedInput; nothing: no person uses the screen
};

// Milliseconds. Toolkits recognise a drag when the pointer has moved some pixels with the button
// down, in more than one event. The clicks of a double click come well within 250 ms, the shortest
// double-click time of the toolkits (GTK and Qt: 400, Xt: 200 to 250).
inline constexpr int kHoverPause = 30;           // the pointer is there before a button is pressed
inline constexpr int kPressPause = 20;           // a button or key stays down
inline constexpr int kClickPause = 50;           // between the clicks of a double or triple click
inline constexpr int kDragPause = 60;            // before the pointer moves, and before the release
inline constexpr int kMovePause = 10;            // between two moves on a path
inline constexpr int kNotchPause = 15;           // between two notches of the wheel
inline constexpr int kMaxNotches = 100;          // of one call
inline constexpr int kMaxTypingPauses = 10'000;  // total of one call's pauses between characters

// The points of a straight path, excluding `from`, ending with `to`: a short first step, then steps
// of equal length.
std::vector<Point> path(Point from, Point to);

class ScreenDesktop : public Desktop {
 public:
  // Uses monitor, only_windows (is_allowed()) and panic_key of `options`: input to other windows is
  // refused, and so are the person's panic keys.
  ScreenDesktop(const ScreenParts& parts, const DesktopOptions& options);

  Result<Screen> screen() override;
  Result<ScreenPixels> look_at(const Screen& area) override { return parts_.view.grab(area); }
  Result<std::vector<Monitor>> monitors() override { return parts_.view.monitors(); }
  void bind(std::uint64_t window) override { bound_ = window; }
  // Places are clamped into `map`. `refused`: nothing was sent. `partial`: some of it was sent, or
  // no program accepted it.
  Performed perform(const Call& call, const Screen& map) override;
  Windows& windows() override { return parts_.windows; }
  Result<Point> pointer() override { return parts_.input.pointer(); }
  void release_all() override;
  bool taken_over() override { return parts_.watch != nullptr && parts_.watch->taken_over(); }
  void wait(int milliseconds) override { guarded_input().pause(milliseconds); }

 private:
  using Names = std::vector<std::string>;

  // The input of one call.
  GuardedInput guarded_input() const { return {parts_.input, parts_.watch, parts_.corner}; }
  Performed send(const Call& call, const Screen& map);
  // `interval_ms`: as in Call.
  Performed click(Point at, Button button, int times, std::optional<int> interval_ms);
  Performed drag(Point from, Point to);
  Performed move(Point to);
  Performed scroll(Point at, double amount, Wheel more, Wheel less);
  Performed hold_button(const std::string& name, bool down);
  Performed chord(const Result<Names>& keys, int held_ms);
  Performed hold_keys(const Result<Names>& keys, bool down);
  Performed type(const std::string& text, std::optional<int> interval_ms);
  Performed type_by_pasting(std::string_view text, const std::string& method);
  Performed type_by_keys(const std::string& text, int interval_ms);
  Performed paste(const std::string& text);
  Performed launch(const std::string& command);
  Performed focus(const std::string& title);

  bool may_reach_all() const { return only_windows_.empty() && !bound_; }
  std::optional<std::string> refusal(std::string_view what,
                                     const Result<std::optional<WindowInfo>>& window) const;
  std::optional<std::string> refusal_at(std::string_view what, Point place);
  std::optional<std::string> refusal_of_keys();
  std::optional<std::string> refusal_of_rest(const Result<std::optional<std::uint64_t>>& first);
  std::optional<std::string> refusal_of_combination(const Names& keys) const;

  ScreenParts parts_;
  std::string monitor_;
  std::vector<std::string> only_windows_;
  std::optional<std::uint64_t> bound_;
  Names panic_held_;           // the held ones, without Shift
  std::string panic_pressed_;  // and the pressed one; empty: no panic key
  std::set<Button> held_;
  std::set<std::string> held_keys_;
};
}  // namespace franz::executor
