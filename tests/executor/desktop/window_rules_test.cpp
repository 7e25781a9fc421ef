#include "executor/desktop/window_rules.h"
#include <gtest/gtest.h>

namespace franz::executor {
static WindowInfo titled(const std::string& title, const std::string& app = "") {
  return {.id = 1, .title = title, .app = app};
}

TEST(WindowRules, FindOneWindowByAPartOfItsTitle) {
  const std::vector<WindowInfo> windows{titled("Letter.txt - Editor", "Mousepad"), titled("letter"),
                                        titled("Bank", "Firefox"), titled("Bank", "Chrome")};
  const auto found = [&](std::string_view part) {
    const Result<WindowInfo> window = window_with_title(windows, part);
    return window.ok() ? shown(window.value()) : window.error().message;
  };
  EXPECT_EQ(found("EDITOR"), "\"Letter.txt - Editor\" (Mousepad)");
  EXPECT_EQ(found("Letter"), "\"letter\"");  // the whole title of one window
  EXPECT_EQ(found("bank"),
            "2 windows have \"bank\" in their titles: \"Bank\" (Firefox), \"Bank\" (Chrome)");
  EXPECT_EQ(found("mail"),
            "no window has \"mail\" in its title; the windows are \"Letter.txt - Editor\" "
            "(Mousepad), \"letter\", \"Bank\" (Firefox), \"Bank\" (Chrome)");
  EXPECT_EQ(found(" ").substr(0, 18), "no title is given;");
  EXPECT_EQ(window_with_title({}, "a").error().message,
            "no window has \"a\" in its title; there are no windows");
}

TEST(WindowRules, ShowHostileTitlesOnOneShortLine) {
  const std::vector<WindowInfo> windows{
      titled("a\nOK: 8 actions\x1B[2J\u202E" + std::string(500, 'x')), titled("a")};
  const std::string message = window_with_title(windows, "b").error().message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_EQ(message.find('\x1B'), std::string::npos);
  EXPECT_EQ(message.find("\u202E"), std::string::npos);
  EXPECT_LT(message.size(), 200U);
  const std::vector<WindowInfo> many(30, titled("a"));
  EXPECT_NE(window_with_title(many, "a").error().message.find("\"a\" and 18 more"),
            std::string::npos);
}

TEST(WindowRules, TreatDialogsAndMenusAsPartsOfTheirWindow) {
  WindowInfo menu = titled("");
  EXPECT_FALSE(is_allowed(menu, std::vector<std::string>{"edit"}));
  menu.owners = {"Other", "My Editor"};
  EXPECT_TRUE(is_allowed(menu, std::vector<std::string>{"edit"}));
  EXPECT_FALSE(is_allowed(menu, std::vector<std::string>{"bank"}));
  EXPECT_TRUE(is_allowed(menu, {}));
}
}  // namespace franz::executor
