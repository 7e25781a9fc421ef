// Tables of canonical calls, the resulting primitives, and the outcome of the last call.
#include "executor/desktop/screen_desktop.h"
#include <gtest/gtest.h>
#include "tests/executor/desktop/recorded_parts.h"

namespace franz::executor {
namespace {
constexpr Screen kMap{-1000, 0, 1001, 501};  // 1/1000 is 1 pixel across, 0.5 down

std::string printed(const Performed& performed) {
  return std::string(outcome_name(performed.outcome)) +
         (performed.why.empty() ? "" : ": " + performed.why);
}

// Returns the outcome of the last call.
Performed perform_all(RecordedParts& parts, const std::vector<std::string>& calls,
                      const std::vector<std::string>& only_windows = {},
                      const std::string& panic_key = "") {
  DesktopOptions options;
  options.only_windows = only_windows;
  options.panic_key = panic_key;
  ScreenDesktop desktop(parts.parts(), options);
  Performed last;
  for (const std::string& each : calls) {
    const Result<Call> call = parse_canonical_call(each);
    if (!call.ok()) return {Outcome::malformed, call.error().message};
    last = desktop.perform(call.value(), kMap);
  }
  return last;
}

struct Row {
  std::vector<std::string> calls;
  std::string notes;
  std::string outcome = "done";
};

void expect(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.calls.back());
    RecordedParts parts;
    const Performed performed = perform_all(parts, row.calls);
    EXPECT_EQ(parts.notes.text, row.notes);
    EXPECT_EQ(printed(performed), row.outcome);
  }
}

WindowInfo window(const std::string& title, const Screen& area, bool active = false) {
  return {.id = 1, .title = title, .area = area, .active = active};
}
}  // namespace

TEST(ScreenDesktop, ClicksWithTheMouse) {
  expect({
      {{"left_click(500, 500)"}, "move -500,250; 30 ms; left down; 20 ms; left up"},
      {{"right_click(0, 0)"}, "move -1000,0; 30 ms; right down; 20 ms; right up"},
      {{"middle_click(1000, 1000)"}, "move 0,500; 30 ms; middle down; 20 ms; middle up"},
      {{"double_left_click(1, 2)"},
       "move -999,1; 30 ms; left down; 20 ms; left up; 50 ms; left down; 20 ms; left up"},
      {{"triple_click(1, 2)"},
       "move -999,1; 30 ms; left down; 20 ms; left up; 50 ms; left down; 20 ms; left up; 50 ms; "
       "left down; 20 ms; left up"},
      // Coordinates are clamped.
      {{"left_click(-5, 1500)"}, "move -1000,500; 30 ms; left down; 20 ms; left up"},
  });
}

TEST(ScreenDesktop, MovesThePointerOnAPathWhileAButtonIsHeld) {
  expect({
      {{"drag(0, 0, 100, 0)"},
       "move -1000,0; 30 ms; left down; 60 ms; read; move -996,0; 10 ms; move -975,0; 10 ms; "
       "move -950,0; 10 ms; move -925,0; 10 ms; read; move -900,0; 10 ms; 60 ms; read; left up"},
      {{"drag(5, 5, 5, 5)"},
       "move -995,3; 30 ms; left down; 60 ms; read; move -995,3; 10 ms; 60 ms; read; left up"},
      {{"move(100, 200)"}, "move -900,100"},
      {{"move(0, 0)", "mouse_down(\"Left\")", "move(8, 0)", "mouse_up(\"left\")", "move(0, 0)"},
       "move -1000,0; left down; 20 ms; move -998,0; 10 ms; move -996,0; 10 ms; move -994,0; "
       "10 ms; read; move -992,0; 10 ms; 60 ms; 20 ms; left up; move -1000,0"},
      {{"mouse_down(\"thumb\")"},
       "",
       "refused: no button is called \"thumb\"; there are left, middle and right"},
  });
}

TEST(ScreenDesktop, EndsEachPathAtItsDestination) {
  for (const Point to : {Point{3, 0}, Point{-7, 9}, Point{1919, 1079}, Point{0, 1}}) {
    const std::vector<Point> points = path({0, 0}, to);
    ASSERT_FALSE(points.empty());
    EXPECT_EQ(points.back(), to);
    EXPECT_LE(points.size(), 41U);
  }
}

TEST(ScreenDesktop, TurnsTheWheelByNotches) {
  expect({
      {{"scroll(0, 0)"},
       "move -1000,0; 30 ms; wheel down; 15 ms; wheel down; 15 ms; wheel down; 15 ms"},
      {{"scroll(0, 0, 1)"}, "move -1000,0; 30 ms; wheel up; 15 ms"},
      {{"hscroll(0, 0, 1)"}, "move -1000,0; 30 ms; wheel right; 15 ms"},
      {{"hscroll(0, 0, -1.2)"}, "move -1000,0; 30 ms; wheel left; 15 ms"},
      {{"scroll(0, 0, 0.4)"}, "", "refused: an amount of less than one notch turns nothing"},
  });
  RecordedParts parts;
  EXPECT_EQ(printed(perform_all(parts, {"scroll(0, 0, 1e300)"})),
            "partial: only 100 notches are turned at once");
}

TEST(ScreenDesktop, PressesKeysByTheirNames) {
  expect({
      {{"press(\"Return\")"}, "enter down; 20 ms; enter up"},
      {{"press(\"ArrowDown\")"}, "down down; 20 ms; down up"},
      {{"press(\"ctrl+shift+t\")"},
       "ctrl down; shift down; t down; 20 ms; t up; shift up; ctrl up"},
      {{"hotkey(\"win\", \"r\")"}, "win down; r down; 20 ms; r up; win up"},
      {{"hotkey(\"ctrl+alt\", \"pgdn\")"},
       "ctrl down; alt down; page_down down; 20 ms; page_down up; alt up; ctrl up"},
      {{"hold_key(\"shift+F4\", 1.5)"}, "shift down; f4 down; 1500 ms; f4 up; shift up"},
      {{"hold_key(\"a\", 1000)"}, "a down; 5000 ms; a up"},
      {{"key_down(\"ctrl\")", "left_click(0, 0)", "key_up(\"ctrl\")"},
       "ctrl down; move -1000,0; 30 ms; left down; 20 ms; left up; ctrl up"},
      {{"press(\"strg\")"}, "", "refused: no key is called \"strg\""},
      {{"hotkey()"}, "", "refused: no key is named"},
      {{"hotkey(\"a+b+c+d+e\", \"f+g+h+i\")"}, "", "refused: more than 8 keys at once"},
  });
}

TEST(ScreenDesktop, TypesTextWaitsAndStartsPrograms) {
  expect({
      {{"type(\"Gr\u00FC\u00DFe \u6771\u4EAC\\r\\n\")"}, "type Gr\u00FC\u00DFe \u6771\u4EAC\n"},
      {{"type(\"a\\u0007\")"}, "", "refused: U+0007 at character 2 cannot be typed"},
      {{"sleep(0.25)"}, "250 ms"},
      {{"sleep(60)"}, "5000 ms"},
      {{"screenshot()"}, ""},
      {{"launch(\"xterm -e 'a b'\")"}, "launch xterm -e 'a b'"},
  });
  RecordedParts parts;
  parts.launcher.outcome = Error{"there is no program \"xterm\""};
  EXPECT_EQ(printed(perform_all(parts, {"launch(\"xterm\")"})),
            "refused: there is no program \"xterm\"");
  parts.launcher.outcome = std::string("it ended");
  EXPECT_EQ(printed(perform_all(parts, {"launch(\"xterm\")"})), "done: it ended");
}

TEST(ScreenDesktop, UsesTheIntervalOfTheCall) {
  const auto notes = [](const std::string& text, int interval_ms) {
    RecordedParts parts;
    ScreenDesktop desktop(parts.parts(), {});
    Call call = parse_canonical_call(text).value();
    call.interval_ms = interval_ms;
    EXPECT_EQ(desktop.perform(call, kMap).outcome, Outcome::done);
    return parts.notes.text;
  };
  EXPECT_EQ(notes("double_left_click(1, 2)", 120),
            "move -999,1; 30 ms; left down; 20 ms; left up; 120 ms; left down; 20 ms; left up");
  EXPECT_EQ(notes("type(\"Z\u00FC\\n\")", 40), "type Z; 40 ms; type \u00FC; 40 ms; type \n; 40 ms");
  EXPECT_EQ(notes("type(\"ab\")", 0), "type ab");
  // In total at most kMaxTypingPauses.
  EXPECT_TRUE(
      notes("type(\"" + std::string(100, 'a') + "\")", 1000).starts_with("type a; 100 ms;"));
}

TEST(ScreenDesktop, PastesWhatAnInputMethodWouldChange) {
  RecordedParts parts;
  parts.windows.windows = {window("a", {0, 0, 1, 1}, true)};
  parts.windows.method = {"viqr", true};
  const std::string note = "it was pasted: the program's input method, viqr, changes what is typed";
  EXPECT_EQ(printed(perform_all(parts, {"type(\"a.b\\tc\\n\")"})), "done: " + note);
  const std::string keys = "; ctrl down; v down; 20 ms; v up; ctrl up; ";
  EXPECT_EQ(parts.notes.text, "offer a.b" + keys + "tab down; 20 ms; tab up; offer c" + keys +
                                  "enter down; 20 ms; enter up");
  parts.clipboard.report = {false, ""};
  EXPECT_EQ(printed(perform_all(parts, {"type(\"a\")"})),
            "partial: nobody asked for the text: the focus may be where nothing is pasted");

  RecordedParts others;
  others.windows.windows = {window("a", {0, 0, 1, 1}, true)};
  others.windows.method = {"ibus", false};
  EXPECT_EQ(printed(perform_all(others, {"type(\"a\")"})),
            "done: the program uses the input method ibus, which may change what is typed: compare "
            "the picture");
  EXPECT_EQ(others.notes.text, "type a");
}

TEST(ScreenDesktop, PastesWithTheKeysOfTheFocusedProgram) {
  for (const auto& [app, notes] : std::vector<std::pair<std::string, std::string>>{
           {"Zenity", "offer x; ctrl down; v down; 20 ms; v up; ctrl up"},
           {"XTerm",
            "offer x as selection, too; shift down; insert down; 20 ms; insert up; shift up"},
           {"Gnome-terminal",
            "offer x; ctrl down; shift down; v down; 20 ms; v up; shift up; ctrl up"}}) {
    RecordedParts parts;
    parts.windows.windows = {window("a", {0, 0, 1, 1}, true)};
    parts.windows.windows[0].app = app;
    EXPECT_EQ(printed(perform_all(parts, {"paste(\"x\")"})), "done");
    EXPECT_EQ(parts.notes.text, notes);
  }
}

TEST(ScreenDesktop, ReportsTheResultOfAPaste) {
  RecordedParts parts;
  parts.clipboard.report = {true, "what was in the clipboard is lost"};
  EXPECT_EQ(printed(perform_all(parts, {"paste(\"x\")"})),
            "done: what was in the clipboard is lost");
  parts.clipboard.report = {false, ""};
  EXPECT_EQ(printed(perform_all(parts, {"paste(\"x\")"})),
            "partial: nobody asked for the text: the focus may be where nothing is pasted");
}

TEST(ScreenDesktop, BringsTheWindowWithTheTitleToTheFront) {
  RecordedParts parts;
  parts.windows.windows = {window("Notes - Editor", {}), window("notes", {}), window("Mail", {})};
  EXPECT_EQ(printed(perform_all(parts, {"focus_window(\"MAIL\")"})), "done");
  EXPECT_EQ(parts.notes.text, "activate Mail");
  EXPECT_EQ(printed(perform_all(parts, {"focus_window(\"Notes\")"})), "done");
  EXPECT_EQ(parts.notes.text, "activate Mail; activate notes");
  EXPECT_EQ(printed(perform_all(parts, {"focus_window(\"ote\")"})),
            "refused: 2 windows have \"ote\" in their titles: \"Notes - Editor\", \"notes\"");
  parts.windows.activation = Error{"it did not get the focus in 2 s"};
  EXPECT_EQ(printed(perform_all(parts, {"focus_window(\"mail\")"})),
            "partial: it did not get the focus in 2 s");
}

TEST(ScreenDesktop, SendsNothingToAWindowThatIsNotAllowed) {
  const std::vector<std::string> only{"editor"};
  const auto with_windows = [&](const std::string& call) {
    RecordedParts parts;
    parts.windows.windows = {window("My Editor", {-1000, 0, 100, 100}),
                             window("Bank", {-900, 0, 100, 100}, true)};
    const Performed performed = perform_all(parts, {call}, only);
    return printed(performed) + " | " + parts.notes.text;
  };
  const std::string allowed =
      "; only windows with one of these in their titles may be acted on: \"editor\" | ";
  EXPECT_EQ(with_windows("left_click(10, 10)"),
            "done | move -990,5; 30 ms; left down; 20 ms; left up");
  EXPECT_EQ(with_windows("left_click(110, 10)"), "refused: the window there is \"Bank\"" + allowed);
  EXPECT_EQ(with_windows("scroll(999, 10)"), "refused: the window there is none" + allowed);
  EXPECT_EQ(with_windows("move(110, 10)"), "refused: the window there is \"Bank\"" + allowed);
  EXPECT_EQ(with_windows("drag(10, 10, 110, 10)"),
            "refused: the window where it ends is \"Bank\"" + allowed);
  for (const char* call : {"type(\"a\")", "press(\"a\")", "paste(\"a\")", "key_down(\"a\")",
                           "hold_key(\"a\", 1)", "hotkey(\"a\", \"b\")"}) {
    EXPECT_EQ(with_windows(call),
              "refused: the window that has the keyboard is \"Bank\"" + allowed);
  }
  EXPECT_EQ(with_windows("mouse_down(\"left\")"),
            "refused: the window under the pointer is none" + allowed);
  EXPECT_EQ(with_windows("focus_window(\"bank\")"), "refused: the window is \"Bank\"" + allowed);
  EXPECT_EQ(with_windows("key_up(\"a\")"), "done | a up");
}

TEST(ScreenDesktop, ReportsWhetherInputWasSentBeforeAFailure) {
  RecordedParts no_key;
  no_key.input.missing_key = "f13";
  EXPECT_EQ(printed(perform_all(no_key, {"press(\"F13\")"})),
            "refused: the keyboard has no key f13");
  EXPECT_EQ(printed(perform_all(no_key, {"hotkey(\"ctrl\", \"F13\")"})),
            "partial: the keyboard has no key f13");
  EXPECT_EQ(no_key.notes.text, "ctrl down; ctrl up");
  RecordedParts lost;
  lost.input.lost_at = "left up";
  EXPECT_EQ(printed(perform_all(lost, {"left_click(0, 0)"})), "partial: the display was lost");
}

TEST(ScreenDesktop, RefusesThePersonsKeys) {
  const std::string refused =
      "refused: these keys are the person's: they stop the run and have it go on";
  const struct {
    std::string panic_key;
    std::vector<std::string> calls;
    std::string outcome;
  } rows[] = {
      {"ctrl+alt+pause", {"hotkey(\"alt\", \"ctrl\", \"break\")"}, refused},
      {"ctrl+alt+pause", {"hotkey(\"ctrl\", \"alt\", \"shift\", \"pause\")"}, refused},
      {"ctrl+alt+shift+pause", {"hotkey(\"ctrl\", \"alt\", \"pause\")"}, refused},
      {"ctrl+alt+pause", {"key_down(\"ctrl+alt\")", "press(\"pause\")"}, refused},
      {"ctrl+alt+pause",
       {"key_down(\"ctrl\")", "key_down(\"pause\")", "key_down(\"alt\")"},
       refused},
      {"ctrl+alt+pause", {"key_down(\"ctrl\")", "hold_key(\"alt+pause\", 1)"}, refused},
      {"ctrl+alt+pause", {"key_down(\"ctrl+alt\")", "key_up(\"alt\")", "press(\"pause\")"}, "done"},
      {"ctrl+alt+pause", {"hotkey(\"ctrl\", \"pause\")"}, "done"},
      // AltGr is Alt, and in some layouts also Ctrl.
      {"ctrl+alt+pause", {"hotkey(\"ctrl\", \"altgr\", \"shift\", \"pause\")"}, refused},
      {"ctrl+alt+pause", {"hotkey(\"AltRight\", \"pause\")"}, refused},
      {"ctrl+alt+pause", {"key_down(\"altgr\")", "press(\"pause\")"}, refused},
      {"ctrl+pause", {"hotkey(\"altgr\", \"pause\")"}, refused},
      {"ctrl+win+pause", {"hotkey(\"altgr\", \"pause\")"}, "done"},
      {"ctrl+alt+pause", {"hotkey(\"altgr\", \"q\")"}, "done"},
      // A character may need AltGr.
      {"ctrl+alt+pause", {"hotkey(\"@\", \"shift\", \"pause\")"}, refused},
      {"ctrl+alt+pause", {"key_down(\"@\")", "press(\"pause\")"}, refused},
      // If the panic key types a character, any other character may be on its key.
      {"ctrl+alt+1", {"hotkey(\"ctrl\", \"alt\", \"1\")"}, refused},
      {"ctrl+alt+1", {"hotkey(\"ctrl\", \"alt\", \"!\")"}, refused},
      {"ctrl+alt+p", {"hotkey(\"ctrl\", \"alt\", \"P\")"}, refused},
      {"ctrl+alt+p", {"hotkey(\"ctrl\", \"altgr\", \"x\")"}, refused},
      {"ctrl+alt+space", {"hotkey(\"ctrl\", \"alt\", \"\u00A0\")"}, refused},
      {"ctrl+alt+1", {"key_down(\"!\")", "hotkey(\"ctrl\", \"alt\")"}, refused},
      {"ctrl+alt+1", {"hotkey(\"ctrl\", \"!\")"}, "done"},
      {"ctrl+alt+1", {"hotkey(\"ctrl\", \"alt\", \"delete\")"}, "done"},
      {"ctrl+alt+pause", {"hotkey(\"ctrl\", \"alt\", \"1\")"}, "done"},
      {"ctrl+alt+1", {"press(\"@\")"}, "done"},
      // So may any character of a text, or the paste keys.
      {"ctrl+alt+p", {"key_down(\"ctrl\")", "key_down(\"alt\")", "type(\"p\")"}, refused},
      {"ctrl+alt+p", {"key_down(\"ctrl+alt\")", "type(\"\u00FC\")"}, refused},
      {"ctrl+alt+enter", {"key_down(\"ctrl+alt\")", "type(\"\\n\")"}, refused},
      {"ctrl+alt+p", {"key_down(\"altgr\")", "type(\"P\")"}, refused},
      {"ctrl+alt+p", {"key_down(\"ctrl\")", "type(\"p\")"}, "done"},
      {"ctrl+alt+p", {"key_down(\"ctrl+alt\")", "key_up(\"alt\")", "type(\"p\")"}, "done"},
      {"ctrl+alt+pause", {"key_down(\"ctrl+alt\")", "type(\"p\")"}, "done"},
      {"ctrl+alt+v", {"key_down(\"alt\")", "paste(\"x\")"}, refused},
      {"ctrl+alt+pause", {"key_down(\"alt\")", "paste(\"x\")"}, "done"},
      {"f12", {"press(\"F12\")"}, refused},
      {"", {"hotkey(\"ctrl\", \"alt\", \"pause\")"}, "done"},
  };
  for (const auto& [panic_key, calls, outcome] : rows) {
    RecordedParts parts;
    EXPECT_EQ(printed(perform_all(parts, calls, {}, panic_key)), outcome)
        << panic_key << ": " << calls.back();
  }
}

TEST(ScreenDesktop, ChecksTheWindowDuringAText) {
  const std::string long_text = [] {
    std::string text;
    for (int i = 0; i < 150; ++i) text += "\u00E9";
    return text;
  }();
  const std::string begun = "type " + long_text.substr(0, 200);  // a hundred characters
  const std::string all = begun + "; type " + long_text.substr(200);
  const std::vector<WindowInfo> mine{{.id = 7, .title = "Mine", .active = true}};
  const std::vector<WindowInfo> renamed{{.id = 7, .title = "*Mine", .active = true}};
  const std::vector<WindowInfo> dialog{
      {.id = 8, .title = "Save", .active = true, .owners = {"Mine"}, .owner_ids = {7}}};
  const std::vector<WindowInfo> other{{.id = 1, .title = "Other", .app = "XTerm", .active = true}};
  const std::vector<WindowInfo> like_mine{{.id = 1, .title = "Mine, too", .active = true}};
  const std::string other_took = "partial: another window took the keyboard, \"Other\" (XTerm); ";
  const std::string hundred = "100 of 150 characters were typed";
  const struct {
    const char* what;
    std::vector<WindowInfo> before, behind;  // around the first piece
    std::string text, notes, outcome;
    std::vector<std::string> only_windows = {};
    bool bound = false;
  } rows[] = {
      {"nothing changes", mine, renamed, long_text, all, "done"},
      {"another window", mine, other, long_text, begun, other_took + hundred},
      {"at a line end", mine, other, "xterm\nls\n", "type xterm\n",
       other_took + "6 of 9 characters were typed"},
      {"at the end", mine, other, "xterm\n", "type xterm\n", "done"},
      {"a dialog of it", mine, dialog, long_text, all, "done"},
      {"behind its dialog", dialog, other, long_text, begun, other_took + hundred},
      {"the dialog's owner", dialog, mine, long_text, begun,
       "partial: another window took the keyboard, \"Mine\"; " + hundred},
      {"none behind it",
       mine,
       {},
       long_text,
       begun,
       "partial: no window has the keyboard any more; " + hundred},
      {"none before it", {}, other, long_text, begun, other_took + hundred},
      {"none at all", {}, {}, long_text, all, "done"},
      {"one that is not allowed",
       mine,
       other,
       long_text,
       begun,
       "partial: the window that has the keyboard is \"Other\" (XTerm); only windows with one of "
       "these in their titles may be acted on: \"mine\"; " +
           hundred,
       {"mine"}},
      {"one that is allowed",
       mine,
       like_mine,
       long_text,
       begun,
       "partial: another window took the keyboard, \"Mine, too\"; " + hundred,
       {"mine"}},
      {"an allowed one's dialog", mine, dialog, long_text, all, "done", {"mine"}},
      {"another one than the bound",
       mine,
       other,
       long_text,
       begun,
       "partial: the window that has the keyboard is another one, \"Other\" (XTerm); " + hundred,
       {},
       true},
      {"the bound one's dialog", mine, dialog, long_text, all, "done", {}, true},
  };
  for (const auto& row : rows) {
    RecordedParts parts;
    parts.windows.windows = row.before;
    parts.input.on_typed = [&] { parts.windows.windows = row.behind; };
    DesktopOptions options;
    options.only_windows = row.only_windows;
    ScreenDesktop desktop(parts.parts(), options);
    if (row.bound) desktop.bind(7);
    const Call call{ToolId::type, {Argument(row.text)}};
    EXPECT_EQ(printed(desktop.perform(call, kMap)), row.outcome) << row.what;
    EXPECT_EQ(parts.notes.text, row.notes) << row.what;
  }
}

TEST(ScreenDesktop, TypesOnIfTheFocusedWindowIsUnknown) {
  for (const bool from_the_start : {false, true}) {
    RecordedParts parts;
    parts.windows.windows = {window("Mine", {}, true)};
    parts.windows.focus_unknown = from_the_start;
    parts.input.on_typed = [&] { parts.windows.focus_unknown = true; };
    EXPECT_EQ(printed(perform_all(parts, {"type(\"a\\nb\")"})), "done");
    EXPECT_EQ(parts.notes.text, "type a\n; type b");
  }
}

TEST(ScreenDesktop, ReachesOnlyTheWindowItIsBoundTo) {
  const auto at = [](std::uint64_t id, const std::string& title, const Screen& area,
                     std::vector<std::uint64_t> owners = {}) {
    WindowInfo info = window(title, area, false);
    info.id = id;
    info.owner_ids = std::move(owners);
    return info;
  };
  const std::string other = "another one, \"Other\"";
  const struct {
    std::string call, outcome;
  } rows[] = {
      {"left_click(10, 10)", "done"},
      {"left_click(60, 10)", "done"},  // the window's menu
      {"left_click(110, 10)", "refused: the window there is " + other},
      {"left_click(500, 500)", "refused: the window there is none"},
      {"drag(10, 10, 110, 10)", "refused: the window where it ends is " + other},
      {"drag(110, 10, 10, 10)", "refused: the window there is " + other},
      {"scroll(110, 10, 3)", "refused: the window there is " + other},
      {"move(110, 10)", "refused: the window there is " + other},
      {"mouse_down(\"left\")", "refused: the window under the pointer is " + other},
      {"mouse_up(\"left\")", "done"},
      {"press(\"a\")", "refused: the window that has the keyboard is " + other},
      {"type(\"a\")", "refused: the window that has the keyboard is " + other},
      {"paste(\"a\")", "refused: the window that has the keyboard is " + other},
      {"key_down(\"a\")", "refused: the window that has the keyboard is " + other},
      {"key_up(\"a\")", "done"},
  };
  for (const auto& [call, outcome] : rows) {
    RecordedParts parts;
    parts.windows.windows = {at(1, "Other", {-900, 0, 50, 50}),
                             at(2, "", {-950, 0, 50, 50}, {6, 7}),
                             at(7, "Bound", {-1000, 0, 300, 100})};
    parts.windows.windows[0].active = true;
    parts.input.at = {-890, 5};
    ScreenDesktop desktop(parts.parts(), {});
    desktop.bind(7);
    EXPECT_EQ(printed(desktop.perform(parse_canonical_call(call).value(), kMap)), outcome) << call;
    if (!outcome.starts_with("done")) {
      EXPECT_EQ(parts.notes.text, "") << call;
    }
    parts.windows.windows[0].active = false;
    parts.windows.windows[1].active = true;
    EXPECT_EQ(desktop.perform(parse_canonical_call("press(\"a\")").value(), kMap).outcome,
              Outcome::done);
  }
}
}  // namespace franz::executor
