#include "common/desktop/window_choice.h"
#include <gtest/gtest.h>
#include <algorithm>

namespace franz {
static ListedWindow window(std::uint64_t id, const std::string& title, const std::string& app = "",
                           long long pid = 0, std::vector<std::uint64_t> owners = {}) {
  ListedWindow made;
  made.id = id;
  made.title = title;
  made.app = app;
  made.pid = pid;
  made.area = {0, 0, 300, 200};
  made.owner_ids = std::move(owners);
  return made;
}

static std::vector<ListedWindow> desktop() {
  std::vector<ListedWindow> windows = {
      window(1, "Calculator", "Calc", 11),
      window(2, "Calculator 2", "Calc", 12),
      window(3, "notes.txt - Editor", "Editor", 13),
      window(4, "Save as", "Editor", 13, {3}),         // the editor's dialog
      window(5, "Question", "Zenity", 14, {99}),       // of a window that is not shown
      window(6, "", "Panel", 15),                      // without a title
      window(7, "Nobody's"),                           // without name or process
      window(8, "Small", "Dot", 16),                   //
      window(9, "Put away", "Dot", 17),                //
      window(10, "ÄRGER über Öfen", "Ofen", 18),       // beyond ASCII
      window(11, "calculator", "Other", 19),           // another case
      window(12, "   \t", "Blank", 20),                //
      window(13, "app:Calc tutorial", "Browser", 21),  // begins like a query
  };
  windows[7].area = {0, 0, 49, 500};
  windows[8].area = {-32000, -32000, 160, 28};
  windows[8].minimised = true;
  return windows;
}

static std::string ids(const std::vector<ListedWindow>& windows) {
  std::string text;
  for (const ListedWindow& each : windows)
    text += (text.empty() ? "" : " ") + std::to_string(each.id);
  return text;
}

TEST(WindowChoice, MeansThoseThatFit) {
  const struct {
    std::string query, found;
  } cases[] = {
      {"Calculator", "1"},  // a whole title goes before parts, and before another case
      {"calculator", "11"},  {"CALCULATOR", "1 11"},  // whole in another case goes before parts
      {"Calc", "1 2 11 13"}, {"notes.txt", "3"},
      {"EDITOR", "3"},       {"Question", "5"},
      {"über", "10"},        {"Über", ""},     // letters beyond ASCII match as they are
      {"nothing", ""},       {"Save as", ""},  // a dialog is no window to work in,
      {"Nobody", ""},                          // nor is one of nobody,
      {"Small", ""},                           // nor one that is too small,
      {"Put away", "9"},                       // but for one that is minimised
      {"app:editor", "3"},   {"app:Edit", ""},
      {"app:Panel", ""},     {"app:Blank", ""},
      {"app:Calc", "1 2"},   {"app:Calc tutorial", ""},
      {"pid:12", "2"},       {"pid:13", "3"},
      {"pid:15", ""},        {"id:13", "13"},
      {"id:4", "4"},  // its number finds each
      {"id:6", "6"},         {"id:7", "7"},
      {"id:8", "8"},         {"id:77", ""},
  };
  for (const auto& [query, found] : cases) {
    ASSERT_TRUE(check_window_query(query).ok()) << query;
    EXPECT_EQ(ids(windows_that_fit(desktop(), query)), found) << query;
  }
}

TEST(WindowChoice, RefusesWhatNamesNoWindow) {
  const struct {
    std::string query, expected;  // how the message begins; empty: no error
  } cases[] = {
      {"", "no window is named"},
      {" \t", "no window is named"},
      {"app:", "no window is named"},
      {"app: ", "no window is named"},
      {"id:", "no window is named"},
      {"id:x", "behind id: stands a whole number from 1"},
      {"id:0", "behind id: stands a whole number from 1"},
      {"id:-3", "behind id: stands a whole number from 1"},
      {"id:3 ", "behind id: stands a whole number from 1"},
      {"pid:99999999999999999999", "behind pid: stands a whole number from 1"},
      {"APP:x", ""},  // a part of a title
      {"idle", ""},
  };
  for (const auto& [query, expected] : cases) {
    const Status status = check_window_query(query);
    EXPECT_EQ(status.ok() ? "" : status.error().message.substr(0, expected.size()), expected)
        << query;
    EXPECT_EQ(status.ok(), expected.empty()) << query;
  }
}

TEST(WindowChoice, ListsTheWindowsIfNoneFits) {
  const std::vector<ListedWindow> windows = {window(1, "Calculator", "Calc", 11),
                                             window(3, "Save as", "Calc", 11, {1})};
  EXPECT_EQ(why_no_window("Paint", {}, windows),
            "no window fits \"Paint\"; there are:\n"
            "  id:1  app:Calc  pid:11  300x200  \"Calculator\"");
  EXPECT_EQ(why_no_window("Paint", {}, {}),
            "no window fits \"Paint\", and there is none to choose from");
}

TEST(WindowChoice, ListsAllThatFitIfSeveralDo) {
  const std::vector<ListedWindow> fitting = windows_that_fit(desktop(), "app:Calc");
  EXPECT_EQ(why_no_window("app:Calc", fitting, desktop()),
            "2 windows fit \"app:Calc\"; name one by more of its title, or by its id:\n"
            "  id:1  app:Calc  pid:11  300x200  \"Calculator\"\n"
            "  id:2  app:Calc  pid:12  300x200  \"Calculator 2\"");
}

// A title may hold anything; the message is a few lines that control no terminal.
TEST(WindowChoice, SurvivesHostileTitles) {
  std::string cats, escapes = "\x1b[2J\x1b]0;owned\a\nid:1  fake line\xff\xfe\xe2\x80\xae";
  for (int i = 0; i < 2500; ++i) cats += "🐱";
  std::vector<ListedWindow> windows = {window(1, cats, cats, 11), window(2, escapes, escapes, 12)};
  for (int i = 3; i < 100; ++i)
    windows.push_back(window(static_cast<std::uint64_t>(i), cats, "A", 1));
  const std::string message = why_no_window(std::string(3, '\x1b'), {}, windows);
  EXPECT_EQ(std::ranges::count(message, '\n'), 41);
  EXPECT_TRUE(message.ends_with("\n  and 59 others")) << message;
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
  EXPECT_EQ(message.find('\xff'), std::string::npos);
  EXPECT_LT(message.size(), 20000U);
  const WindowTarget target = window_target(windows[0]);
  EXPECT_EQ(target.id, "1");
  EXPECT_LE(target.title.size(), 200U);
  EXPECT_TRUE(target.title.ends_with("…"));
  EXPECT_EQ(windows_that_fit(windows, "🐱").size(), 98U);
}
}  // namespace franz
