// What the mouse does, read back from the programs that got the input.
#include <chrono>
#include <csignal>
#include <thread>
#include "executor/desktop/x11_ping.h"
#include "tests/executor/desktop/shown_program.h"

namespace franz::executor {
namespace {
class X11Mouse : public ScreenTest {
 protected:
  // A place in a shown window; negative values count from its right and lower edges.
  Point in_window(const std::string& title, int x, int y) {
    const auto windows = windows_->list();
    for (const WindowInfo& each : windows.ok() ? windows.value() : std::vector<WindowInfo>()) {
      if (each.title != title) continue;
      const Screen& area = each.area;
      return {area.origin_x + (x < 0 ? area.width : 0) + x,
              area.origin_y + (y < 0 ? area.height : 0) + y};
    }
    ADD_FAILURE() << "no window " << title;
    return {};
  }

  // A call with places in pixels: "drag" {from, to}.
  std::string at(const std::string& tool, const std::vector<Point>& places,
                 const std::string& more = "") {
    std::string list;
    for (const Point each : places)
      list += (list.empty() ? "" : ", ") + std::to_string(each.x) + ", " +
              python_repr(each.y * kFullScale / (kWholeScreen.height - 1));
    return perform(tool + "(" + list + more + ")");
  }

  // For zenity's dialogs.
  std::string press_ok(const std::string& title) {
    return at("left_click", {in_window(title, -52, -26)});
  }
};

constexpr int kPatience_ms = 60'000;  // time limit, reached only on failure

// Layout of zenity's list with a heading and small type.
constexpr int kFirstRow = 73, kRow = 23;
}  // namespace

TEST_F(X11Mouse, ClicksIntoAList) {
  ShownProgram list(
      *shared_, "zenity",
      {"--list", "--checklist", "--title=Checks", "--width=300", "--height=300", "--column=On",
       "--column=Name", "FALSE", "one", "FALSE", "two", "FALSE", "three"});
  ASSERT_TRUE(is_shown("Checks"));
  EXPECT_EQ(at("left_click", {in_window("Checks", 28, kFirstRow)}), "done");
  EXPECT_EQ(at("left_click", {in_window("Checks", 28, kFirstRow + 2 * kRow)}), "done");
  EXPECT_EQ(press_ok("Checks"), "done");
  EXPECT_EQ(list.output(), "one|three\n");
}

TEST_F(X11Mouse, ClicksTwiceAndThreeTimes) {
  {
    ShownProgram list(*shared_, "zenity",
                      {"--list", "--title=List", "--width=300", "--height=300", "--column=Name",
                       "one", "two", "three"});
    ASSERT_TRUE(is_shown("List"));
    EXPECT_EQ(at("double_left_click", {in_window("List", 40, kFirstRow + kRow)}), "done");
    EXPECT_EQ(list.output(), "two\n");
  }
  for (const auto& [tool, typed] : std::vector<std::pair<std::string, std::string>>{
           {"double_left_click", "x beta gamma\n"}, {"triple_click", "x\n"}}) {
    ShownProgram entry(*shared_, "zenity",
                       {"--entry", "--title=Words", "--entry-text=alpha beta gamma"});
    ASSERT_TRUE(is_shown("Words"));
    EXPECT_EQ(at(tool, {in_window("Words", 30, 53)}), "done");
    EXPECT_EQ(perform("type(\"x\\n\")"), "done");
    EXPECT_EQ(entry.output(), typed) << tool;
  }
}

// The window manager handles a click before the window, and delays only clicks, not keys.
TEST_F(X11Mouse, TypesAfterTheClickEvenWithASlowWindowManager) {
  const auto manager = static_cast<pid_t>(shared_->manager_pid());
  const auto x11 = X11Connection::open(display());
  ASSERT_TRUE(x11.ok()) << x11.error().message;
  for (const bool by_key : {false, true}) {
    ShownProgram form(*shared_, "zenity",
                      {"--forms", "--title=Form", "--add-entry=One", "--add-entry=Two"});
    ASSERT_TRUE(is_shown("Form"));
    const Point second = in_window("Form", -60, -70);
    // It has finished with the window. If it were stopped while it has grabbed the server
    // (XGrabServer), it would block all clients.
    ASSERT_TRUE(manager_has_acted(*x11.value(), kPatience_ms));
    ASSERT_EQ(kill(manager, SIGSTOP), 0);
    EXPECT_EQ(at("left_click", {second}), "done");
    std::thread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      kill(manager, SIGCONT);
    });
    EXPECT_EQ(perform(by_key ? "press(\"x\")" : "type(\"x\")"), "done");
    later.join();
    EXPECT_EQ(press_ok("Form"), "done");
    EXPECT_EQ(form.output(), "|x\n");
  }
}

TEST_F(X11Mouse, DragsASlider) {
  for (const auto& [drag, value] :
       std::vector<std::pair<std::string, std::string>>{{"right", "100\n"}, {"left", "0\n"}}) {
    for (const bool in_steps : {false, true}) {
      ShownProgram scale(*shared_, "zenity", {"--scale", "--title=Scale", "--value=50"});
      ASSERT_TRUE(is_shown("Scale"));
      const Point knob = in_window("Scale", 136, 59);
      const Point end = in_window("Scale", drag == "right" ? 290 : 5, 59);
      if (in_steps) {
        EXPECT_EQ(at("move", {knob}), "done");
        EXPECT_EQ(perform("mouse_down(\"left\")"), "done");
        EXPECT_EQ(at("move", {end}), "done");
        EXPECT_EQ(perform("mouse_up(\"left\")"), "done");
      } else {
        EXPECT_EQ(at("drag", {knob, end}), "done");
      }
      EXPECT_EQ(press_ok("Scale"), "done");
      EXPECT_EQ(scale.output(), value);
    }
  }
}

TEST_F(X11Mouse, SendsTheRightButtonsAndPlaces) {
  ShownProgram events(
      *shared_, "stdbuf",
      {"-oL", "xev", "-name", "Events", "-geometry", "500x400+100+100", "-event", "button"});
  ASSERT_TRUE(is_shown("Events"));
  const Point place = in_window("Events", 100, 150);
  EXPECT_EQ(at("right_click", {place}), "done");
  EXPECT_EQ(at("middle_click", {place}), "done");
  EXPECT_EQ(at("scroll", {place}, ", -2"), "done");
  EXPECT_EQ(at("scroll", {place}, ", 1"), "done");
  EXPECT_EQ(at("hscroll", {place}, ", -1"), "done");
  EXPECT_EQ(at("hscroll", {place}, ", 2"), "done");
  const auto buttons = [&events] {
    std::string pressed;
    const std::string text = events.printed();
    for (std::size_t i = text.find("ButtonPress"); i != std::string::npos;
         i = text.find("ButtonPress", i + 1))
      pressed += text[text.find("button ", i) + 7];
    return pressed;
  };
  EXPECT_TRUE(wait_until([&] { return buttons().size() == 8; }));
  EXPECT_EQ(buttons(), "32554677");
  const std::string root = "root:(" + std::to_string(place.x) + "," + std::to_string(place.y) + ")";
  EXPECT_NE(events.printed().find(root), std::string::npos) << root << "\n" << events.printed();
}
}  // namespace franz::executor
