#include "common/base/json_string.h"
#include "executor/desktop/window_rules.h"
#include "tests/executor/desktop/shown_program.h"

namespace franz::executor {
namespace {
class X11Windows : public ScreenTest {
 protected:
  WindowInfo window(const std::string& title) {
    const auto windows = windows_->list();
    const auto found = window_with_title(windows.value(), title);
    EXPECT_TRUE(found.ok()) << found.error().message;
    return found.ok() ? found.value() : WindowInfo{};
  }

  int run(const std::string& program, const std::vector<std::string>& arguments) {
    return run_child(shared_->command(program, arguments), "", std::chrono::seconds(10)).end.code;
  }
};
}  // namespace

TEST_F(X11Windows, ListsTheWindows) {
  ShownProgram terminal(*shared_, "xterm", {"-T", "Gr\u00FC\u00DFe", "-geometry", "40x10+50+60"});
  ASSERT_TRUE(is_shown("Gr\u00FC\u00DFe"));
  const WindowInfo found = window("Gr\u00FC\u00DFe");
  EXPECT_EQ(found.app, "XTerm");
  EXPECT_GT(found.pid, 0);
  EXPECT_TRUE(found.active);
  EXPECT_FALSE(found.minimised);
  EXPECT_GT(found.area.width, 100);
  const auto here = windows_->at({found.area.origin_x + 5, found.area.origin_y + 5});
  ASSERT_TRUE(here.ok() && here.value());
  EXPECT_EQ(here.value()->id, found.id);
  const auto background = windows_->at({990, 690});
  EXPECT_TRUE(background.ok() && !background.value());
}

TEST_F(X11Windows, ActivatesMinimisedAndCoveredWindows) {
  ShownProgram first(*shared_, "xterm", {"-T", "First one", "-geometry", "40x10+50+60"});
  ASSERT_TRUE(is_shown("First one"));
  ShownProgram second(*shared_, "xterm", {"-T", "Second one", "-geometry", "40x10+50+60"});
  ASSERT_TRUE(is_shown("Second one"));
  EXPECT_EQ(focused_title(), "Second one");
  EXPECT_EQ(perform("focus_window(\"FIRST\")"), "done");
  EXPECT_EQ(focused_title(), "First one");
  ASSERT_EQ(run("xdotool", {"windowminimize", "--sync", std::to_string(window("Second").id)}), 0);
  EXPECT_TRUE(wait_until([this] { return window("Second").minimised; }));
  EXPECT_EQ(perform("focus_window(\"second\")"), "done");
  EXPECT_EQ(focused_title(), "Second one");
  EXPECT_FALSE(window("Second").minimised);
  EXPECT_EQ(
      perform("focus_window(\"one\")"),
      "refused: 2 windows have \"one\" in their titles: \"Second one\" (XTerm), \"First one\" "
      "(XTerm)");
  EXPECT_EQ(
      perform("focus_window(\"third\")"),
      "refused: no window has \"third\" in its title; the windows are \"Second one\" (XTerm), "
      "\"First one\" (XTerm)");
}

TEST_F(X11Windows, SendsInputToAllowedWindowsAndTheirDialogsOnly) {
  ShownProgram allowed(*shared_, "xterm", {"-T", "Allowed", "-geometry", "40x10+0+0"});
  ShownProgram other(*shared_, "zenity", {"--entry", "--title=Other"});
  ASSERT_TRUE(is_shown("Allowed") && has_focus("Other"));
  const std::unique_ptr<Desktop> strict = make_desktop({"allowed"}, *windows_);
  const auto outcome_of = [&strict](const std::string& call) {
    const Performed performed = strict->perform(parse_canonical_call(call).value(), kWholeScreen);
    return std::string(outcome_name(performed.outcome)) + ": " + performed.why;
  };
  EXPECT_EQ(
      outcome_of("type(\"a\")"),
      "refused: the window that has the keyboard is \"Other\" (Zenity); only windows with one "
      "of these in their titles may be acted on: \"allowed\"");
  EXPECT_EQ(outcome_of("left_click(1000, 1000)").substr(0, 33),
            "refused: the window there is none");
  EXPECT_EQ(outcome_of("focus_window(\"allowed\")"), "done: ");
  EXPECT_EQ(outcome_of("type(\"a\")"), "done: ");
  // xterm's menu is a separate window that window managers ignore.
  const Screen area = window("Allowed").area;
  ASSERT_EQ(perform("key_down(\"ctrl\")"), "done");
  ASSERT_TRUE(input_->move({area.origin_x + 50, area.origin_y + 50}).ok());
  ASSERT_EQ(perform("mouse_down(\"left\")"), "done");
  std::optional<WindowInfo> menu;
  EXPECT_TRUE(wait_until([&] {
    const auto here = windows_->at({area.origin_x + 55, area.origin_y + 60});
    menu = here.ok() ? here.value() : std::nullopt;
    return menu && menu->title != "Allowed";
  }));
  EXPECT_TRUE(menu && is_allowed(*menu, std::vector<std::string>{"allowed"}));
  EXPECT_FALSE(menu && is_allowed(*menu, std::vector<std::string>{"other"}));
  desktop_->release_all();
}
}  // namespace franz::executor
