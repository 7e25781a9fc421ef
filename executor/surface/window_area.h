#pragma once
// One window of a real screen as the area that is seen and acted on: its content area. Input
// reaches only that window, its dialogs, menus and tooltips. Pure: the desktop is injected.
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
    long long pid = 0;  // 0: unknown; a window of another process is a different window
    std::vector<std::string> only_windows = {};  // as in is_allowed()
    std::optional<Screen> seen = {};             // where the model saw it
    bool strict = false;                         // DesktopOptions::strict
  };
  // What the turn reports about the window; it outlives the area.
  struct Findings {
    bool gone = false;
    std::string moved = {};  // "was moved": places were moved to the current area; empty: none
  };

  WindowArea(std::unique_ptr<Desktop> desktop, Bounds bounds, Findings& found);

  // Its content area; of a minimised window its last one. Failure: ErrorCode::missing: it is gone;
  // denied: it has no size, or no monitor shows any part of it.
  Result<Screen> screen() override;
  // Failure also: it is minimised.
  Result<Screen> shown_screen() override;
  Result<Call> placed(const Call& call, const Screen& seen, const Screen& now) override;
  // Gives the window the focus if the call needs it, and checks that the places are on the window
  // and on a monitor. A minimised window is restored and all later calls are refused, since the
  // model has not seen it.
  Result<bool> prepare(const Call& call, const Screen& map) override;
  // Selects this window, by a part of its title or by "". If activating it fails, it is clicked at
  // a place where a click has hardly any other effect.
  Performed focus(const Call& call, const Screen& map) override;
  // windows(): those that belong to this one. focused(): this one, if a foreign window has the
  // keyboard, since nothing is typed before this one has it.
  Result<std::vector<WindowInfo>> windows() override;
  Result<std::optional<WindowInfo>> focused() override;

 private:
  Result<WindowInfo> find();
  // Failure: why it did not get the focus.
  Status take_focus(const WindowInfo& window);
  void wait_until_restored();
  bool has_focus();
  std::string holder_of_focus();
  Result<std::optional<Point>> safe_point(const WindowInfo& window);

  Bounds bounds_;
  Findings& found_;
  std::optional<Screen> last_;  // its area when it was last not minimised
  bool restored_ = false;       // in this turn
};
}  // namespace franz::executor
