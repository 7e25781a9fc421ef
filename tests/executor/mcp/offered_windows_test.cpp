#include "executor/mcp/offered_windows.h"
#include <gtest/gtest.h>

namespace franz::mcp {
namespace {
const std::vector<ListedWindow> kWindows{
    {1, "Editor - notes", "Gedit", 100, {10, 20, 600, 400}, false, true, {}},
    {2, "Save as", "Gedit", 100, {30, 40, 300, 200}, false, false, {1}},
    {3, "", "Gedit", 100, {30, 40, 300, 200}, false, false, {1}},
    {4, "tiny", "Clock", 101, {0, 0, 49, 400}, false, false, {}},
    {5, "flat", "Clock", 101, {0, 0, 400, 49}, false, false, {}},
    {6, "nobody's", "", 0, {0, 0, 400, 400}, false, false, {}},
    {7, "Top panel", "Xfce4-panel", 7, {0, 0, 1920, 50}, false, false, {}},
    {8, "Program Manager", "explorer.exe", 8, {0, 0, 1920, 1080}, false, false, {}},
    {9, "", "explorer.exe", 8, {0, 1030, 1920, 50}, false, false, {}},
    {10, "Documents", "explorer.exe", 8, {0, 0, 800, 600}, false, false, {}},
    {11, "", "XTerm", 0, {-200, 0, 50, 50}, true, false, {}},
    {13, "minimised", "Notepad", 13, {-32000, -32000, 160, 28}, true, false, {}},
    {12, "of a process", "", 12, {0, 0, 400, 400}, false, false, {}},
};

std::vector<std::uint64_t> ids(const std::vector<std::string>& allowed) {
  std::vector<std::uint64_t> found;
  for (const ListedWindow& each : offered_windows(kWindows, allowed)) found.push_back(each.id);
  return found;
}

TEST(OfferedWindows, BelongToOrdinaryPrograms) {
  EXPECT_EQ(ids({}), (std::vector<std::uint64_t>{1, 2, 10, 11, 13, 12}));
}

TEST(OfferedWindows, AreTheAllowedOnesAndTheirDialogs) {
  EXPECT_EQ(ids({"NOTES"}), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(ids({"save", "docu"}), (std::vector<std::uint64_t>{2, 10}));
  EXPECT_TRUE(ids({"Calculator"}).empty());
}

TEST(OfferedWindows, AreListedAsInTheContract) {
  const ListedWindow window{
      4294967296, "A \"b\" \x01 \xff", "Zen", 9, {-10, 50, 1200, 800}, false, false, {}};
  EXPECT_EQ(
      windows_json(std::vector{window}, {}),
      R"({"windows":[{"window_id":4294967296,"owner_name":"Zen","pid":9,)"
      R"("title":"A \"b\" \u0001 �","bounds":{"x":-10,"y":50,"width":1200,"height":800}}],"notes":[]})");
  EXPECT_EQ(windows_json({}, std::vector<std::string>{"a"}), R"({"windows":[],"notes":["a"]})");
}

TEST(OfferedWindows, AreTheWholeScreenWherePlacesAreUnknown) {
  std::vector<ListedWindow> windows{whole_screen({800, 600}, "box")};
  EXPECT_TRUE(lacks_places(windows));
  EXPECT_FALSE(lacks_places(std::span(kWindows).subspan(1)));
  EXPECT_FALSE(lacks_places({}));
  EXPECT_EQ(offered_windows(windows, {}), windows);
  EXPECT_EQ(windows_json(windows, {}),
            R"({"windows":[{"window_id":1,"owner_name":"box","pid":0,"title":"the whole screen",)"
            R"("bounds":{"x":0,"y":0,"width":800,"height":600}}],"notes":[]})");
  const std::string note = note_of_whole_screen(windows);
  EXPECT_EQ(note,
            "this screen does not report where its windows are: pictures and input are those of "
            "window_id 1, the whole screen");
  // As a bridge lists it.
  windows.push_back({7, "Files", "nemo", 0, {0, 0, 800, 600}, false, true, {}});
  EXPECT_NE(windows_json(windows, {})
                .find(R"({"window_id":7,"owner_name":"nemo","pid":0,"title":"Files"})"),
            std::string::npos);
  EXPECT_EQ(note_of_whole_screen(windows), note + "; the other windows are for focus_window only");
  // A screen without a name is offered, too.
  EXPECT_EQ(offered_windows(std::vector{whole_screen({800, 600}, "")}, {}).size(), 1U);
  EXPECT_EQ(offered_windows(std::vector{whole_screen({64, 40}, "")}, {}).size(), 1U);
}

TEST(OfferedWindows, ReportThatNoneIsAllowedWithoutTitles) {
  EXPECT_EQ(why_none_is_offered({}, {}), "no window is open");
  EXPECT_EQ(why_none_is_offered({}, std::vector<std::string>{"a"}), "no window is open");
  EXPECT_EQ(
      why_none_is_offered(kWindows, std::vector<std::string>{"Calculator", "b\n"}),
      "the server was started with --allow-window: no title has \"Calculator\" or \"b\\\\u000a\" "
      "in it; 6 windows with other titles are open and may not be used");
  EXPECT_EQ(why_none_is_offered(std::span(kWindows).first(1), std::vector<std::string>{"b"}),
            "the server was started with --allow-window: no title has \"b\" in it; 1 window with "
            "another title is open and may not be used");
}

TEST(OfferedWindows, HaveNotesAboutTheirDialogs) {
  const auto notes = [](std::vector<ListedWindow> windows) { return notes_of_dialogs(windows, 1); };
  const ListedWindow window{1, "Editor", "Gedit", 100, {0, 0, 600, 400}, false, false, {}};
  const ListedWindow over{2, "Save as", "Gedit", 100, {30, 40, 300, 200}, false, true, {1}};
  const ListedWindow beside{3, "Find", "Gedit", 100, {700, 40, 300, 200}, false, true, {1}};
  const ListedWindow menu{4, "", "Gedit", 100, {30, 40, 300, 200}, false, true, {1}};
  const std::string save = "the dialog \"Save as\" (Gedit), window_id 2, belongs to this window",
                    find = "the dialog \"Find\" (Gedit), window_id 3, belongs to this window",
                    covers = " and lies over a part of it in the picture",
                    input = ": the window may take no input until the dialog is closed";
  using Notes = std::vector<std::string>;
  EXPECT_EQ(notes({window}), Notes());
  EXPECT_EQ(notes({over, menu, window}), Notes{save + covers + input});
  EXPECT_EQ(notes({window, over}), Notes{save + input});
  EXPECT_EQ(notes({beside, over, window}), (Notes{find + input, save + covers + input}));
  EXPECT_EQ(notes({over, beside}), Notes());
}

TEST(OfferedWindows, ShowHiddenCharactersOfTitles) {
  std::string emoji;
  for (int i = 0; i < 2500; ++i) emoji += "🐱";
  const ListedWindow window{1, "a\u202e\n" + emoji, "", 9, {}, false, false, {}};
  EXPECT_TRUE(shown(window).starts_with("\"a\\\\u202e"));
  EXPECT_LT(shown(window).size(), 130U);
  EXPECT_LT(windows_json(std::vector{window}, {}).size(), 1200U);
}
}  // namespace
}  // namespace franz::mcp
