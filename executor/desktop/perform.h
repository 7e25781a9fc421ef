#pragma once
// From a call to input: which primitives make a click, a drag, a chord, and what became of them.
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>
#include "common/tools/call.h"
#include "executor/desktop/clipboard.h"
#include "executor/desktop/desktop.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/launcher.h"
#include "executor/desktop/screen_windows.h"

namespace franz::executor {
// What a call is performed with; each outlives the Performer.
struct Hands {
  InputDevice& input;
  Clipboard& clipboard;
  Windows& windows;
  Launcher& launcher;
};

// Milliseconds. Toolkits take a drag for one when the pointer has moved some pixels with the button
// down, in more than one event; clicks of a row come well within 250 ms, the shortest time that
// toolkits have for a double click (GTK and Qt: 400, Xt: 200 to 250).
inline constexpr int kHoverPause = 30;           // the pointer is there before a button is pressed
inline constexpr int kPressPause = 20;           // a button or key stays down
inline constexpr int kClickPause = 50;           // between the clicks of a row
inline constexpr int kDragPause = 60;            // before the pointer moves, and before it lets go
inline constexpr int kMovePause = 10;            // between two moves on a path
inline constexpr int kNotchPause = 15;           // between two notches of the wheel
inline constexpr int kMaxNotches = 100;          // of one call
inline constexpr int kMaxTypingPauses = 10'000;  // all that a call asks for between its characters

// The points of a straight way behind `from`, `to` last: a short first step, then some that are
// equally long.
std::vector<Point> path(Point from, Point to);

// Performs the calls of a turn, in their order.
class Performer {
 public:
  // `only_windows`: see is_allowed(). Input to another window is refused. `panic_key`: the person's
  // (DesktopOptions::panic_key).
  Performer(const Hands& hands, std::span<const std::string> only_windows,
            const std::string& panic_key = "");

  // Places are clamped into `map`. `refused`: nothing was sent. `partial`: some of it was, or
  // nobody took it.
  Performed perform(const Call& call, const Screen& map);

  // From here on input goes to the window with this id, to its dialogs, menus and tooltips, and to
  // nothing else: it is refused where another window would get it.
  void bind(std::uint64_t window) { bound_ = window; }

  // Every button and key that is down.
  void release_all();

 private:
  class Attempt;
  using Names = std::vector<std::string>;

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

  Hands hands_;
  std::vector<std::string> only_windows_;
  std::optional<std::uint64_t> bound_;
  Names panic_held_;           // that are held, without shift
  std::string panic_pressed_;  // and the one that is pressed; empty: there is none
  std::set<Button> held_;
  std::set<std::string> held_keys_;
};
}  // namespace franz::executor
