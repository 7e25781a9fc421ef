#pragma once
// A desktop of which one window is seen and touched: its screen is the window's content area, and
// input reaches that window, its dialogs, menus and tooltips, and nothing else. Pure: the desktop
// behind it is given.
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/wire/turn_options.h"
#include "executor/desktop/desktop.h"

namespace franz::executor {
inline constexpr const char* kWindowIsGone = "the window is not there any more";

class WindowDesktop : public Desktop {
 public:
  struct Bounds {
    std::uint64_t id = 0;
    long long pid = 0;  // 0: not known; a window of another process is another window
    std::vector<std::string> only_windows = {};  // as is_allowed() has it
    std::optional<Screen> seen = {};             // where the model saw it
    std::function<void()> on_gone = [] {};       // whenever it is found gone
  };

  WindowDesktop(std::unique_ptr<Desktop> desktop, Bounds bounds);

  // Its content area; of a minimised one where it was last. Failure: ErrorCode::missing: it is
  // gone; denied: it has no size, or no monitor shows anything of it.
  Result<Screen> screen() override;
  // Failure also: it is minimised.
  Result<Screen> shown_screen() override;
  Result<ScreenPixels> look_at(const Screen& area) override { return desktop_->look_at(area); }
  Result<std::vector<Monitor>> monitors() override { return desktop_->monitors(); }
  void bind(std::uint64_t window) override { desktop_->bind(window); }
  // Gives the window the focus where a call needs it, and looks whether its places are on the
  // window and on a monitor. A minimised one is restored, and all that follows refused: the model
  // has not seen it.
  Result<bool> prepare(const Call& call, const Screen& map) override;
  // focus_window() means this window, by a part of its title or by "". Where activating it fails,
  // it is clicked at a place where that hardly does more.
  Performed perform(const Call& call, const Screen& map) override;
  // Those of this window; what has the keyboard where another one has it now: this window, for
  // nothing is typed before it does.
  Windows& windows() override { return own_windows_; }
  Result<Point> pointer() override { return desktop_->pointer(); }
  void release_all() override { desktop_->release_all(); }
  bool taken_over() override { return desktop_->taken_over(); }
  void wait(int milliseconds) override { desktop_->wait(milliseconds); }

 private:
  class OwnWindows : public Windows {
   public:
    explicit OwnWindows(WindowDesktop& desktop) : desktop_(desktop) {}
    Result<std::vector<WindowInfo>> list() override;
    Result<std::optional<WindowInfo>> find(std::uint64_t id) override;
    Result<std::optional<WindowInfo>> at(Point place) override;
    Result<std::optional<WindowInfo>> focused() override;
    Status activate(const WindowInfo& window) override;

   private:
    WindowDesktop& desktop_;
  };

  Result<WindowInfo> find();
  // Failure: why it did not get it.
  Status take_focus(const WindowInfo& window);
  void wait_until_restored();
  bool has_focus();
  std::string holder_of_focus();
  Performed focus(const std::string& title);
  Result<std::optional<Point>> safe_point(const WindowInfo& window);

  std::unique_ptr<Desktop> desktop_;
  Bounds bounds_;
  OwnWindows own_windows_;
  std::optional<Screen> last_;  // its area when it was not minimised
  bool restored_ = false;       // in this turn
};
}  // namespace franz::executor
