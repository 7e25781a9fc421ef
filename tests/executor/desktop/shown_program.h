#pragma once
// Real programs on a test's own screen, and a desktop that acts on it.
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>
#include "executor/desktop/screen_desktop.h"
#include "tests/support/virtual_display.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
inline constexpr Screen kWholeScreen{0, 0, 1001, 701};  // 1/1000 is one pixel across

// All tests of a suite share a display; each test has its own desktop.
class ScreenTest : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();
  void SetUp() override;

  const std::string& display() const { return shared_->name(); }
  // The outcome of a call, "done" or "refused: why".
  std::string perform(const std::string& canonical);
  // A left click at a pixel.
  std::string click(Point at);
  // The title of the focused window; empty: none.
  std::string focused_title();
  // Waits for a window with this title and gives it the focus: openbox focuses a new window only if
  // the person has not used another one meanwhile. False: not within a minute.
  bool is_shown(const std::string& title);
  // Also waits until the window keeps the focus: a program may take it late, when it reads the
  // message that it was given the focus (ICCCM 4.1.7, WM_TAKE_FOCUS).
  bool has_focus(const std::string& title);

  static std::unique_ptr<VirtualDisplay> shared_;
  // A desktop of the parts below, or with other windows.
  std::unique_ptr<Desktop> make_desktop(const std::vector<std::string>& only_windows,
                                        Windows& windows);

  std::unique_ptr<ScreenView> view_;
  std::unique_ptr<InputDevice> input_;
  std::unique_ptr<Clipboard> clipboard_;
  std::unique_ptr<Windows> windows_;
  std::unique_ptr<Launcher> launcher_;
  std::unique_ptr<Desktop> desktop_;

  friend class ShownProgram;
};

// A program that shows a window; the destructor ends it.
class ShownProgram {
 public:
  ShownProgram(const VirtualDisplay& display, const std::string& program,
               const std::vector<std::string>& arguments);
  ~ShownProgram();

  // Its complete standard output, after it has ended. Waits 20 s at most.
  std::string output();
  // The lines printed so far.
  std::string printed() const;
  bool has_ended() const;
  long long pid() const { return child_->pid(); }

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::unique_ptr<ChildProcess> child_;
};
}  // namespace franz::executor
