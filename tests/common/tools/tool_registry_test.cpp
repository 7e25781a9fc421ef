#include "common/tools/tool_registry.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ToolRegistry, HelpsWithTheToolsThatAreOnSortedByName) {
  EXPECT_EQ(tools_help(Toolset::core(), HelpFor::sandbox),
            "  double_left_click(x, y) -- white dot at position\n"
            "  drag(x1, y1, x2, y2) -- straight white line from (x1,y1) to (x2,y2)\n"
            "  left_click(x, y) -- white dot at position\n"
            "  right_click(x, y) -- small white square at position\n"
            "  screenshot() -- request a fresh screenshot\n"
            "  type(text) -- type text at last click position\n");
  EXPECT_EQ(tools_help(Toolset(), HelpFor::sandbox), "");
}

TEST(ToolRegistry, KnowsWhichDesktopToolsDoSomethingInTheSandbox) {
  Toolset tools;
  tools.set(ToolId::move, true);
  tools.set(ToolId::press, true);
  EXPECT_EQ(tools_help(tools, HelpFor::sandbox),
            "  move(x, y) -- put the pointer at position, without ink\n"
            "  press(key) -- no effect in the sandbox\n");
}

TEST(ToolRegistry, HasAnotherLineForRealScreens) {
  EXPECT_EQ(
      tools_help(Toolset::all(), HelpFor::real_screen),
      "  double_left_click(x, y) -- press and release the left button twice at position\n"
      "  drag(x1, y1, x2, y2) -- hold the left button from (x1,y1) to (x2,y2)\n"
      "  focus_window(title) -- bring the window with this title to the front\n"
      "  hold_key(key, seconds) -- hold a key or a combination for so long, at most 5 seconds\n"
      "  hotkey(*keys) -- hold the keys in order, then release them\n"
      "  hscroll(x, y, amount) -- turn the wheel sideways at position by notches, negative is to "
      "the left\n"
      "  key_down(key) -- press a key, until key_up or the turn's end\n"
      "  key_up(key) -- release a key\n"
      "  launch(command) -- start a program\n"
      "  left_click(x, y) -- press and release the left button at position\n"
      "  middle_click(x, y) -- press and release the middle button at position\n"
      "  mouse_down(button) -- hold a button (left, right, middle) until mouse_up or the turn's "
      "end\n"
      "  mouse_up(button) -- release a button\n"
      "  move(x, y) -- move the pointer to position\n"
      "  paste(text) -- insert text through the clipboard\n"
      "  press(key) -- press and release one key\n"
      "  right_click(x, y) -- press and release the right button at position\n"
      "  screenshot() -- request a fresh screenshot\n"
      "  scroll(x, y, amount=-3) -- turn the wheel at position by notches, negative is down\n"
      "  sleep(seconds) -- wait, at most 5 seconds\n"
      "  triple_click(x, y) -- press and release the left button three times at position\n"
      "  type(text) -- type text with the keyboard where the focus is\n");
}

TEST(Toolset, FindsOnlyWhatIsOn) {
  const Toolset core = Toolset::core();
  ASSERT_NE(core.find("click"), nullptr);
  EXPECT_EQ(core.find("click")->id, ToolId::left_click);
  EXPECT_EQ(core.find("scroll"), nullptr);
  EXPECT_EQ(core.find(""), nullptr);
  EXPECT_EQ(core.names(),
            (std::vector<std::string_view>{"left_click", "click", "right_click",
                                           "double_left_click", "drag", "type", "screenshot"}));
}

TEST(Toolset, IsMadeFromSwitchesByName) {
  const std::vector<std::pair<std::string, bool>> switches{
      {"drag", true}, {"type", false}, {"scroll", true}, {"click", true}, {"unheard_of", true}};
  Toolset expected;
  expected.set(ToolId::drag, true);
  expected.set(ToolId::scroll, true);
  EXPECT_EQ(Toolset::from_switches(switches), expected);
}
}  // namespace franz
