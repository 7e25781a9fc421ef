#pragma once
// One window of a real screen as what is seen and acted on: its content area. Input reaches that
// window, its dialogs, menus and tooltips, and nothing else. Pure: the desktop is given.
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/wire/turn_options.h"
#include "executor/surface/acting_area.h"

namespace franz::executor {
inline constexpr const char* kWindowIsGone = "the window is not there any more";

class WindowArea : public ActingArea {
 public:
  struct Bounds {
    std::uint64_t id = 0;
    long long pid = 0;  // 0: not known; a window of another process is another window
    std::vector<std::string> only_windows = {};  // as is_allowed() has it
    std::optional<Screen> seen = {};             // where the model saw it
    bool strict = false;                         // DesktopOptions::strict
  };
  // What the turn is to report of the window; it outlives the area.
  struct Findings {
    bool gone = false;
    std::string moved = {};  // "was moved": places were taken from where it is now; empty: none was
  };

  WindowArea(std::unique_ptr<Desktop> desktop, Bounds bounds, Findings& found);

  // Its content area; of a minimised one where it was last. Failure: ErrorCode::missing: it is
  // gone; denied: it has no size, or no monitor shows anything of it.
  Result<Screen> screen() override;
  // Failure also: it is minimised.
  Result<Screen> shown_screen() override;
  Result<Call> placed(const Call& call, const Screen& seen, const Screen& now) override;
  // Gives the window the focus where a call needs it, and looks whether its places are on the
  // window and on a monitor. A minimised one is restored, and all that follows refused: the model
  // has not seen it.
  Result<bool> prepare(const Call& call, const Screen& map) override;
  // This window is meant, by a part of its title or by "". Where activating it fails, it is clicked
  // at a place where that hardly does more.
  Performed focus(const Call& call, const Screen& map) override;
  // Those of this window; what has the keyboard where another one has it now: this window, for
  // nothing is typed before it does.
  Result<std::vector<WindowInfo>> windows() override;
  Result<std::optional<WindowInfo>> focused() override;

 private:
  Result<WindowInfo> find();
  // Failure: why it did not get it.
  Status take_focus(const WindowInfo& window);
  void wait_until_restored();
  bool has_focus();
  std::string holder_of_focus();
  Result<std::optional<Point>> safe_point(const WindowInfo& window);

  Bounds bounds_;
  Findings& found_;
  std::optional<Screen> last_;  // its area when it was not minimised
  bool restored_ = false;       // in this turn
};
}  // namespace franz::executor
