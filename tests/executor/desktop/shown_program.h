#pragma once
// Real programs on a screen of the test's own, and a desktop that acts on it.
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>
#include "executor/desktop/screen_desktop.h"
#include "tests/support/virtual_display.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
inline constexpr Screen kWholeScreen{0, 0, 1001, 701};  // a thousandth is a pixel across

// One display for all tests of a suite; each test has its own desktop.
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
  // The window that has the focus, empty: none.
  std::string focused_title();
  // Waits for a window with this title and gives it the focus: openbox gives it to a new one only
  // where the person has not acted on another meanwhile. False: not in a minute.
  bool is_shown(const std::string& title);
  // The same, and the window keeps the focus: a program takes it when it reads that it was given
  // it, which may be late (ICCCM 4.1.7, WM_TAKE_FOCUS).
  bool has_focus(const std::string& title);

  static std::unique_ptr<VirtualDisplay> shared_;
  // A desktop of the parts below, with other windows where that is asked for.
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

// A program that shows a window; it ends with this.
class ShownProgram {
 public:
  ShownProgram(const VirtualDisplay& display, const std::string& program,
               const std::vector<std::string>& arguments);
  ~ShownProgram();

  // All of its standard output, when it has ended. 20 s at most.
  std::string output();
  // Lines that it has printed so far.
  std::string printed() const;
  bool has_ended() const;
  long long pid() const { return child_->pid(); }

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::unique_ptr<ChildProcess> child_;
};
}  // namespace franz::executor
