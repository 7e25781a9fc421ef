#include "common/desktop/screen_facts.h"
#include <gtest/gtest.h>
#include <fstream>
#include "common/desktop/windows_display.h"
#include "tests/support/test_paths.h"

namespace franz {
TEST(ScreenFacts, AreFoundByTheNamesOfDisplays) {
  const struct {
    std::string_view display, name;
  } cases[] = {
      {"", "x11"},
      {":5", "x11"},
      {kWindowsDisplay, "windows"},
      {"bridge:vnc:/tmp/x/s", "vnc"},
      {"bridge:wayland:/tmp/x/s", "wayland"},
      {"bridge:portal:/tmp/x/s", "portal"},
      {"vnc://[::1]:5901", "vnc"},
      {"wayland-1", "wayland"},
      // Nothing is claimed about an unknown one.
      {"bridge:", "vnc"},
      {"bridge:other:/tmp/x/s", "vnc"},
  };
  for (const auto& [display, name] : cases) EXPECT_EQ(screen_facts(display).name, name) << display;
  EXPECT_EQ(private_screen_facts().name, "private");
}

TEST(ScreenFacts, APersonReadsWhatIsNotSeen) {
  EXPECT_EQ(unseen_text(private_screen_facts()), "");
  EXPECT_EQ(unseen_text(screen_facts(":0")), "");
  EXPECT_EQ(unseen_text(screen_facts(kWindowsDisplay)), "");
  EXPECT_EQ(unseen_text(screen_facts("bridge:vnc:/s")),
            "on the screen of a VNC server FRANZ does not see windows or a person at mouse and "
            "keyboard: using them does not pause the run, there is no panic key, and rules about "
            "windows and terminals "
            "do not apply (approve = always asks for all); stop with Ctrl-C or the page's red "
            "button");
  EXPECT_EQ(
      unseen_text(portal_screen_facts()),
      "on a Wayland session by its portal FRANZ does not see windows or a person at mouse and "
      "keyboard: using them does not pause the run, the panic key works if the portal has "
      "shortcuts, and rules about windows and terminals do not apply (approve = always asks for "
      "all); stop with Ctrl-C or the page's red button");
  EXPECT_EQ(unseen_text(screen_facts("bridge:wayland:/s")),
            "on a Wayland session FRANZ does not see where windows are or a person at mouse and "
            "keyboard: using them does not pause the run, the panic key works on sway only, and "
            "rules about windows and terminals "
            "apply to the keyboard only; stop with Ctrl-C or the page's red button");
}

TEST(ScreenFacts, RulesAboutWindowsNeedKnownWindows) {
  const std::vector<std::string> all = {"launch",      "key win", "line in terminal",
                                        "window Bank", "no rule", "paste over 200"};
  EXPECT_EQ(rules_for(screen_facts(":0"), all), all);
  EXPECT_EQ(rules_for(screen_facts("bridge:wayland:/s"), all), all);
  EXPECT_EQ(rules_for(screen_facts("bridge:vnc:/s"), all),
            (std::vector<std::string>{"launch", "key win", "no rule", "paste over 200"}));
}

TEST(ScreenFacts, ScreensAreNamedForPeople) {
  EXPECT_EQ(shown_screen(":0", "own"), "your screen :0");
  EXPECT_EQ(shown_screen(":5", ":5"), "your screen :5");
  EXPECT_EQ(shown_screen("bridge:vnc:/s", "vnc://box"), "the screen vnc://box");
  EXPECT_EQ(shown_screen("bridge:wayland:/s", "own"), "your Wayland session");
  EXPECT_EQ(shown_screen("bridge:wayland:/s", "wayland-2"), "the screen wayland-2");
}

static std::string row_of_document(const ScreenFacts& screen) {
  const auto yes = [](bool is) { return is ? std::string("yes") : std::string("no"); };
  const bool has_person = &screen != &private_screen_facts();
  const std::string windows = screen.windows         ? "titles and places"
                              : screen.window_titles ? "titles"
                                                     : "no";
  std::string row = "| " + std::string(screen.said) + " | yes | " + windows + " | ";
  const std::string panic = screen.panic_key == PanicKey::by_bridge
                                ? "the key, " + std::string(screen.panic_key_where)
                                : yes(screen.is_watched());
  for (const std::string& seen : {yes(screen.takeover_mouse), yes(screen.takeover_keys), panic})
    row += (has_person ? seen : "no person is there") + " | ";
  return row + yes(screen.launches) + " | " + yes(screen.page_takeover) + " | " +
         std::string(screen.clipboard) + " | " + std::string(screen.text) + " |";
}

TEST(ScreenFacts, TheDocumentHasTheSameTable) {
  std::ifstream document(std::string(kSourceDir) + "/docs/screens.md");
  std::vector<std::string> rows;
  bool in_table = false;
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with("| screen | pictures |")) in_table = true;
    if (in_table && line.empty()) break;
    if (in_table) rows.push_back(line);
  }
  ASSERT_EQ(rows.size(), all_screen_facts().size() + 2) << "with the heading";
  for (std::size_t i = 0; i < all_screen_facts().size(); ++i)
    EXPECT_EQ(rows[i + 2], row_of_document(all_screen_facts()[i]));
}
}  // namespace franz
