// The next executor, or release_display(), undoes what an ended executor left behind.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include "executor/desktop/screen_commands.h"
#include "tests/executor/desktop/shown_program.h"

namespace franz::executor {
namespace {
class X11Release : public ScreenTest {
 protected:
  std::string mapping() {
    return run_child(shared_->command("xmodmap", {"-pke"}), "", std::chrono::seconds(10)).output;
  }

  // A process that holds Ctrl, a spare key and the left button, and is then killed.
  void leave_things_pressed() {
    const pid_t child = ::fork();
    if (child == 0) {
      auto input = open_input(display());
      if (!input.ok()) ::_exit(1);
      for (const char* key : {"ctrl", "\u6771"})
        if (!input.value()->key(key, true).ok()) ::_exit(2);
      if (!input.value()->button(Button::left, true).ok()) ::_exit(3);
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
  }

  // If Ctrl is still down, "a" selects all and types nothing.
  std::string typed() {
    ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
    if (!is_shown("Entry")) return "(no focus)";
    if (perform("type(\"a\")") != "done" || perform("press(\"enter\")") != "done") return "(no)";
    return entry.output();
  }
};
}  // namespace

TEST_F(X11Release, UndoesWhatAKilledProcessLeft) {
  const std::string before = mapping();
  leave_things_pressed();
  EXPECT_NE(mapping(), before);
  const Status released = release_display(display());
  EXPECT_TRUE(released.ok());
  EXPECT_EQ(mapping(), before);
  EXPECT_EQ(typed(), "a\n");
}

TEST_F(X11Release, IsDoneByTheNextExecutor) {
  const std::string before = mapping();
  desktop_.reset();
  input_.reset();
  leave_things_pressed();
  SetUp();
  EXPECT_EQ(mapping(), before);
  EXPECT_EQ(typed(), "a\n");
}

TEST_F(X11Release, NamesADisplayThatCannotBeReached) {
  const Status released = release_display(":4242");
  ASSERT_FALSE(released.ok());
  EXPECT_EQ(released.error().message, "the X display :4242 cannot be reached");
}

TEST_F(X11Release, SurvivesTheEndOfTheServer) {
  auto other = VirtualDisplay::start(Size{200, 100});
  ASSERT_TRUE(other.ok());
  auto input = open_input(other.value()->name());
  auto windows = open_windows(other.value()->name());
  auto clipboard = open_clipboard(other.value()->name());
  ASSERT_TRUE(input.ok() && windows.ok() && clipboard.ok());
  other.value().reset();
  const Status moved = input.value()->move({1, 1});
  ASSERT_FALSE(moved.ok());
  EXPECT_EQ(moved.error().message, "the X server is gone");
  EXPECT_FALSE(input.value()->type("a\u6771", [](std::size_t) { return Status(Done{}); }).ok());
  EXPECT_FALSE(windows.value()->list().ok());
  EXPECT_FALSE(clipboard.value()->paste("a", true, [] { return Status(Done{}); }).ok());
}
}  // namespace franz::executor
