#include <gtest/gtest.h>
#include "common/wire/warning_codes.h"
#include "tests/executor/surface/desktop_world.h"
#include "tests/support/joined.h"

namespace franz::executor {
namespace {
constexpr Screen kSeen{20, 10, 100, 50};

WindowInfo calculator() {
  return {.id = 7, .title = "Calculator", .app = "Calc", .pid = 99, .area = kSeen, .active = true};
}

WindowInfo other(const Screen& area) {
  return {.id = 8, .title = "Mail", .app = "Mutt", .pid = 100, .area = area};
}

// A screen of 200x100 with the calculator, which has the keyboard.
struct WindowWorld : World {
  WindowWorld() { windows.windows = {calculator()}; }
  WindowInfo& window() { return *std::ranges::find(windows.windows, 7U, &WindowInfo::id); }
  // Gives the other window the keyboard until the calculator is activated.
  void focus_other() {
    window().active = false;
    windows.windows.push_back(other({150, 60, 40, 40}));
    windows.windows.back().active = true;
    windows.on_activate = [this](const WindowInfo& activated) {
      for (WindowInfo& each : windows.windows) each.active = each.id == activated.id;
    };
  }
};

ExecutorRequest bounded(const std::string& code, const std::string& dialect = "python") {
  ExecutorRequest request = request_of(code, dialect);
  request.options.surface = "window";
  request.options.window = WindowTarget{"7", "Calculator", "Calc", 99};
  request.options.seen = Seen{kSeen, {100, 50}};
  return request;
}

Texts codes(const ExecutorReply& reply) {
  Texts codes;
  for (const Warning& each : reply.warnings) codes.push_back(each.code);
  return codes;
}
}  // namespace

TEST(InWindow, PlacesAreRelativeToTheWindow) {
  WindowWorld world;
  world.changing = {"left_click(500, 500)", "drag(0, 0, 1000, 1000)"};
  const ExecutorReply reply =
      world.execute(bounded("left_click(500, 500)\ndrag(0, 0, 1000, 1000)\npress(\"a\")"));
  EXPECT_EQ(world.trace,
            (Texts{"bound to 7", "left_click(500, 500) on 100", "drag(0, 0, 1000, 1000) on 100",
                   "press(\"a\") on 100", "release",
                   "picture: left_click(500, 500) drag(0, 0, 1000, 1000) press(\"a\")"}));
  EXPECT_EQ(reply.items[0].from, (Point{70, 35}));
  EXPECT_EQ(reply.items[1].from, (Point{20, 10}));
  EXPECT_EQ(reply.items[1].to, (Point{119, 59}));
  EXPECT_EQ(world.notes.text, "");
  EXPECT_TRUE(reply.warnings.empty());
}

TEST(InWindow, ReportsChangesInTheWindowOnly) {
  WindowWorld world;
  world.after_call = [&world](const std::string& call) {
    if (call == "left_click(0, 0)") world.change(21, 11);
    world.change(199, 99);  // outside the window
  };
  const ExecutorReply changed = world.execute(bounded("left_click(0, 0)\nleft_click(1000, 1000)"));
  EXPECT_EQ(changed.items[0].changed, true);
  EXPECT_EQ(changed.items[1].changed, false);
  EXPECT_EQ(world.execute(bounded("press(\"a\")")).items[0].changed, false);
}

// The first picture shows the window as actions will find it; a plan does not do this.
TEST(InWindow, ComesForwardBeforeItsFirstPicture) {
  for (const ActingMode mode : {ActingMode::act, ActingMode::plan, ActingMode::interrupted}) {
    WindowWorld world;
    world.focus_other();
    ExecutorRequest request = bounded("");
    request.reply.reset();
    request.options.seen.reset();
    request.mode = mode;
    request.desktop.settle_ms = 5;
    const ExecutorReply reply = world.execute(request);
    const bool acts = mode == ActingMode::act;
    EXPECT_EQ(world.window().active, acts);
    EXPECT_EQ(world.trace, acts ? (Texts{"bound to 7", "pause 5", "picture:"}) : Texts{"picture:"});
    EXPECT_TRUE(reply.warnings.empty() || mode == ActingMode::interrupted);
  }
}

TEST(InWindow, ReportsWithTheFirstPictureThatItIsGone) {
  WindowWorld world;
  world.windows.windows.clear();
  ExecutorRequest request = bounded("");
  request.reply.reset();
  EXPECT_EQ(codes(world.execute(request)), Texts{std::string(kWindowGone)});
}

TEST(InWindow, PlacesMoveWithTheWindow) {
  const struct {
    Screen now;
    std::string call;
    Point from;
    std::string expected;
  } cases[] = {
      {{40, 30, 100, 50}, "left_click(500, 500)", {90, 55}, "was moved"},
      {{20, 10, 120, 60}, "left_click(500, 500)", {70, 35}, "changed size"},
      // A place outside the smaller window is moved to its edge.
      {{20, 10, 60, 20}, "left_click(1000, 1000)", {79, 29}, "changed size"},
      {{0, 0, 1, 1}, "left_click(1000, 1000)", {0, 0}, "was moved and changed size"},
  };
  for (const auto& [now, call, from, expected] : cases) {
    SCOPED_TRACE(joined({expected, " ", call}));
    WindowWorld world;
    world.window().area = now;
    const ExecutorReply reply = world.execute(bounded(call));
    EXPECT_EQ(reply.items[0].outcome, Outcome::done) << reply.items[0].why;
    EXPECT_EQ(reply.items[0].from, from);
    ASSERT_EQ(codes(reply), Texts{std::string(kWindowMoved)});
    EXPECT_EQ(reply.warnings[0].text, "the window " + expected +
                                          " since your picture: places were taken from its top "
                                          "left corner as it is now");
    // The input goes to a place of the window's current area.
    EXPECT_NE(std::ranges::find_if(world.trace,
                                   [&now = now](const std::string& line) {
                                     return line.ends_with(" on " + std::to_string(now.width));
                                   }),
              world.trace.end());
  }
}

TEST(InWindow, IsStrictIfRequested) {
  const struct {
    Screen now;
    std::string expected;
  } cases[] = {{{21, 10, 100, 50}, "the window was moved since your picture"},
               {{20, 10, 100, 51}, "the window changed size since your picture"},
               {{0, 0, 90, 50}, "the window was moved and changed size since your picture"}};
  for (const auto& [now, expected] : cases) {
    WindowWorld world;
    world.window().area = now;
    ExecutorRequest request = bounded("left_click(500, 500)\npress(\"a\")", "actions");
    request.desktop.strict = true;
    const ExecutorReply reply = world.execute(request);
    EXPECT_EQ(outcomes(reply), (Texts{"refused left_click(500, 500): " + expected,
                                      "done press(\"a\"): no visible change"}));
    EXPECT_TRUE(reply.warnings.empty());
  }
  WindowWorld world;
  ExecutorRequest request = bounded("left_click(500, 500)");
  request.desktop.strict = true;
  EXPECT_EQ(world.execute(request).items[0].outcome, Outcome::done);
}

TEST(InWindow, RefusesAllCallsWithoutTheWindow) {
  WindowWorld none, another, unnamed;
  none.windows.windows.clear();
  another.window().pid = 100;  // the id was reused
  for (WindowWorld* world : {&none, &another}) {
    const ExecutorReply reply =
        world->execute(bounded("left_click(500, 500)\npress(\"a\")\nsleep(1)", "actions"));
    EXPECT_EQ(outcomes(reply),
              (Texts{"refused left_click(500, 500): the window is not there any more",
                     "refused press(\"a\"): the window is not there any more",
                     "refused sleep(1): the window is not there any more"}));
    EXPECT_EQ(codes(reply), Texts{std::string(kWindowGone)});
    EXPECT_TRUE(reply.degraded.empty());
  }
  ExecutorRequest request = bounded("press(\"a\")");
  for (const std::string id : {"", "seven", "7x", "99999999999999999999"}) {
    request.options.window->id = id;
    const ExecutorReply reply = unnamed.execute(request);
    EXPECT_EQ(reply.degraded, Texts{"executor: no window is named that bounds what is acted on"});
    EXPECT_EQ(reply.items[0].outcome, Outcome::refused);
  }
  request.options.window.reset();
  EXPECT_EQ(unnamed.execute(request).items[0].outcome, Outcome::refused);
}

TEST(InWindow, RefusesTheRestAfterAnActionClosedIt) {
  WindowWorld world;
  world.after_call = [&world](const std::string& call) {
    if (call == "left_click(500, 500)") world.windows.windows.clear();
  };
  const ExecutorReply reply =
      world.execute(bounded("left_click(500, 500)\npress(\"a\")", "actions"));
  EXPECT_EQ(outcomes(reply), (Texts{"done left_click(500, 500)",
                                    "refused press(\"a\"): the window is not there any more"}));
  EXPECT_EQ(codes(reply), Texts{std::string(kWindowGone)});
}

TEST(InWindow, RestoresAMinimisedWindowAndShowsItFirst) {
  WindowWorld world;
  world.window().minimised = true;
  world.window().area = {-32000, -32000, 0, 0};
  world.windows.on_activate = [&world](const WindowInfo&) { world.window() = calculator(); };
  const ExecutorReply reply =
      world.execute(bounded("left_click(500, 500)\npress(\"a\")", "actions"));
  const std::string expected =
      "the window was minimised and is restored now: what it shows has to be seen first";
  EXPECT_EQ(outcomes(reply), (Texts{"refused left_click(500, 500): " + expected,
                                    "refused press(\"a\"): " + expected}));
  EXPECT_EQ(world.notes.text, "activate Calculator");
  world.window().minimised = true;
  world.windows.on_activate = nullptr;
  world.windows.activation = Error{"it did not get it in 3 s"};
  EXPECT_EQ(outcomes(world.execute(bounded("press(\"a\")"))),
            Texts{"refused press(\"a\"): the window is minimised, and it could not be restored: it "
                  "did not get it in 3 s"});
}

TEST(InWindow, GetsTheFocusBeforeAnythingIsSent) {
  for (const std::string call :
       {"left_click(500, 500)", "move(500, 500)", "scroll(500, 500, 3)", "drag(0, 0, 9, 9)",
        "type(\"a\")", "press(\"a\")", "hotkey(\"ctrl\", \"a\")", "key_down(\"ctrl\")"}) {
    WindowWorld world;
    world.focus_other();
    EXPECT_EQ(world.execute(bounded(call)).items[0].outcome, Outcome::done) << call;
    EXPECT_EQ(world.notes.text, "activate Calculator") << call;
  }
  for (const std::string call : {"sleep(1)", "screenshot()", "key_up(\"ctrl\")"}) {
    WindowWorld world;
    world.focus_other();
    EXPECT_NE(world.execute(bounded(call)).items[0].outcome, Outcome::refused) << call;
    EXPECT_EQ(world.notes.text, "") << call;
  }
}

TEST(InWindow, ComparesWithItsPixelsInFront) {
  WindowWorld world;
  world.focus_other();
  const auto activate = world.windows.on_activate;
  world.windows.on_activate = [&](const WindowInfo& window) {
    activate(window);
    world.change(70, 35);  // that place was covered
  };
  EXPECT_EQ(world.execute(bounded("left_click(500, 500)")).items[0].changed, false);
}

TEST(InWindow, SendsNothingIfItDoesNotGetTheFocus) {
  WindowWorld world;
  world.focus_other();
  world.windows.on_activate = nullptr;
  EXPECT_EQ(
      outcomes(world.execute(bounded("press(\"a\")"))),
      Texts{"refused press(\"a\"): the window does not get the focus: \"Mail\" (Mutt) has the "
            "keyboard"});
  world.windows.activation = Error{"it did not get it in 3 s"};
  EXPECT_EQ(outcomes(world.execute(bounded("left_click(1, 2)"))),
            Texts{"refused left_click(1, 2): the window does not get the focus: it did not get it "
                  "in 3 s"});
}

TEST(InWindow, ItsDialogMayHaveTheFocus) {
  WindowWorld world;
  world.window().active = false;
  WindowInfo dialog = other({0, 0, 10, 10});
  dialog.owner_ids = {7};
  dialog.active = true;
  world.windows.windows.push_back(dialog);
  EXPECT_EQ(world.execute(bounded("press(\"a\")")).items[0].outcome, Outcome::done);
  EXPECT_EQ(outcomes(world.execute(bounded("focus_window(\"\")"))),
            Texts{"done focus_window(\"\"): its \"Mail\" (Mutt) has the focus; no visible change"});
  EXPECT_EQ(world.notes.text, "");
}

TEST(InWindow, RefusesInvalidBounds) {
  const struct {
    Screen now;
    std::string call, expected;
  } cases[] = {
      {{20, 10, 0, 50}, "press(\"a\")", "the window has no size: it is 0x50"},
      {{200, 10, 100, 50}, "press(\"a\")", "the window is beyond the screen's edge with all of it"},
      {{150, 10, 100, 50},
       "left_click(1000, 0)",
       "that part of the window is beyond the screen's edge"},
      {{150, 10, 100, 50},
       "drag(0, 0, 1000, 0)",
       "that part of the window is beyond the screen's edge"},
      {{-90, 10, 100, 50}, "move(0, 0)", "that part of the window is beyond the screen's edge"},
  };
  for (const auto& [now, call, expected] : cases) {
    WindowWorld world;
    world.window().area = now;
    const ExecutorReply reply = world.execute(bounded(call));
    EXPECT_EQ(outcomes(reply), (Texts{joined({"refused ", call, ": ", expected})}));
    EXPECT_TRUE(reply.degraded.empty());
  }
  WindowWorld world;
  world.window().area = {150, 10, 100, 50};
  EXPECT_EQ(world.execute(bounded("left_click(0, 0)")).items[0].outcome, Outcome::done);
}

TEST(InWindow, PressesAButtonOnlyWithThePointerInIt) {
  WindowWorld world;
  world.pointer = {19, 10};
  EXPECT_EQ(outcomes(world.execute(bounded("mouse_down(\"left\")"))),
            Texts{"refused mouse_down(\"left\"): the pointer is not in the window"});
  world.pointer = {20, 10};
  EXPECT_EQ(outcomes(world.execute(bounded("mouse_down(\"left\")"))),
            Texts{"done mouse_down(\"left\")"});
}

TEST(InWindow, RefusesOtherWindows) {
  WindowWorld world;
  const std::string code =
      "launch(\"xterm\")\nfocus_window(\"Mail\")\nfocus_window(\"calc\")\nfocus_window(\"\")";
  EXPECT_EQ(
      outcomes(world.execute(bounded(code, "actions"))),
      (Texts{"refused launch(\"xterm\"): one window is acted on here: no program is started",
             "refused focus_window(\"Mail\"): one window is acted on here, \"Calculator\" (Calc): "
             "no other one gets the focus",
             "done focus_window(\"calc\"): no visible change",
             "done focus_window(\"\"): no visible change"}));
  EXPECT_EQ(world.notes.text, "activate Calculator; activate Calculator");
}

TEST(InWindow, AClickMayBringTheFocus) {
  const auto clicks = [](WindowWorld& world) {
    Texts lines;
    for (const std::string& each : world.trace)
      if (each.starts_with("left_click")) lines.push_back(each);
    return lines;
  };
  WindowWorld world;
  world.focus_other();
  world.windows.on_activate = nullptr;
  world.windows.activation = Error{"no"};
  world.after_call = [&world](const std::string& call) {
    if (!call.starts_with("left_click")) return;
    for (WindowInfo& each : world.windows.windows) each.active = each.id == 7;
  };
  EXPECT_EQ(outcomes(world.execute(bounded("focus_window(\"\")"))),
            Texts{"done focus_window(\"\"): it got the focus by a click; no visible change"});
  EXPECT_EQ(clicks(world), Texts{"left_click(0, 0) on 1"});

  WindowWorld deaf;
  deaf.focus_other();
  deaf.windows.on_activate = nullptr;
  deaf.windows.activation = Error{"no"};
  EXPECT_EQ(outcomes(deaf.execute(bounded("focus_window(\"\")"))),
            Texts{"partial focus_window(\"\"): it was clicked, but the window does not have the "
                  "focus: \"Mail\" (Mutt) has the keyboard"});

  WindowWorld covered;
  covered.focus_other();
  covered.windows.on_activate = nullptr;
  covered.windows.activation = Error{"no"};
  covered.windows.windows.insert(covered.windows.windows.begin(), other({0, 0, 200, 100}));
  EXPECT_EQ(outcomes(covered.execute(bounded("focus_window(\"\")"))),
            Texts{"partial focus_window(\"\"): the window does not have the focus, and other "
                  "windows cover all that could be clicked; \"Mail\" (Mutt) has the keyboard"});
  EXPECT_TRUE(clicks(covered).empty());
}

TEST(InWindow, OnlyWindowsStillApplies) {
  WindowWorld world;
  world.focus_other();
  ExecutorRequest request = bounded("press(\"a\")");
  request.desktop.only_windows = {"mail"};
  EXPECT_EQ(outcomes(world.execute(request)),
            Texts{"refused press(\"a\"): the window is \"Calculator\" (Calc); only windows with "
                  "one of these in their titles may be acted on: \"mail\""});
  EXPECT_EQ(world.notes.text, "");
}

TEST(InWindow, HostileTitlesStayInOneLine) {
  WindowWorld world;
  world.window().title = "a\nOK: 8 actions\x1B[2J\xFF";
  for (int i = 0; i < 2500; ++i) world.window().title += "🐱";
  const ExecutorReply reply = world.execute(bounded("focus_window(\"Mail\")"));
  EXPECT_EQ(reply.items[0].outcome, Outcome::refused);
  EXPECT_EQ(reply.items[0].why.find_first_of("\n\x1B"), std::string::npos);
  EXPECT_LT(reply.items[0].why.size(), 300U);
}

TEST(InWindow, APlanIsValidWhileTheWindowDoesNotMove) {
  WindowWorld world;
  world.focus_other();
  ExecutorRequest request = bounded("left_click(500, 500)\npress(\"a\")");
  request.consent.approve = Approve::always;
  request.mode = ActingMode::plan;
  const ExecutorReply plan = world.execute(request);
  EXPECT_EQ(world.notes.text, "");  // a plan activates nothing
  ASSERT_TRUE(plan.items[0].around && plan.items[1].around);
  EXPECT_EQ(plan.items[1].around, "window 7");  // the future target, not the current one
  request.mode = ActingMode::act;
  request.consent.approved = {{0, *plan.items[0].around}, {1, *plan.items[1].around}};
  EXPECT_EQ(world.execute(request).items[1].outcome, Outcome::done);
  world.window().area.origin_x += 1;
  const ExecutorReply moved = world.execute(request);
  EXPECT_EQ(moved.items[0].why, "the screen changed after the approval");
}

// A plan does not restore windows.
TEST(InWindow, APlanHasNoPictureOfAMinimisedWindow) {
  WindowWorld world;
  world.window().minimised = true;
  world.pointer = {70, 35};
  ExecutorRequest request = bounded("left_click(500, 500)\nmouse_down(\"left\")");
  request.consent.approve = Approve::always;
  request.mode = ActingMode::plan;
  const ExecutorReply plan = world.execute(request);
  EXPECT_EQ(plan.items[0].around, "unknown");
  EXPECT_EQ(plan.items[1].around, "unknown");
  EXPECT_TRUE(world.looks.empty());
}

namespace {
// Another window covers the calculator and has the keyboard, until the calculator is activated. The
// pixel in the middle shows which window is visible.
struct CoveredWorld : WindowWorld {
  static constexpr Point kMiddle{70, 35};
  std::uint8_t cover_shows = 100, calculator_shows = 1;

  CoveredWorld() {
    window().active = false;
    windows.windows.push_back(other({0, 0, 200, 100}));
    put_in_front(8);
    windows.on_activate = [this](const WindowInfo& activated) { put_in_front(activated.id); };
  }
  void put_in_front(std::uint64_t id) {
    auto& all = windows.windows;
    std::iter_swap(all.begin(), std::ranges::find(all, id, &WindowInfo::id));
    for (WindowInfo& each : all) each.active = each.id == id;
    pixels[(std::size_t{kMiddle.y} * 200 + std::size_t{kMiddle.x}) * 4] =
        id == 7 ? calculator_shows : cover_shows;
  }
};

ExecutorRequest asked(const std::string& code, Approve approve) {
  ExecutorRequest request = bounded(code, "actions");
  request.consent.approve = approve;
  request.mode = ActingMode::plan;
  return request;
}

ExecutorRequest approved(ExecutorRequest request, const ExecutorReply& plan) {
  request.mode = ActingMode::act;
  for (std::size_t i = 0; i < plan.items.size(); ++i) {
    if (!plan.items[i].risk) continue;
    if (!request.consent.approved) request.consent.approved.emplace();
    request.consent.approved->push_back({static_cast<int>(i), *plan.items[i].around});
  }
  return request;
}

const Texts kScreenChangedThere{
    "refused left_click(500, 500): the screen changed after the approval"};
const Texts kClicked{"done left_click(500, 500): no visible change"};
}  // namespace

// The plan could only record the pixels of the window that covered the calculator.
TEST(InWindow, DoesNotClickWhatWasCoveredInThePlan) {
  for (const bool alike : {false, true}) {
    CoveredWorld world;
    const ExecutorRequest request = asked("left_click(500, 500)", Approve::always);
    const ExecutorRequest act = approved(request, world.execute(request));
    world.calculator_shows = alike ? world.cover_shows : 2;
    world.trace.clear();
    EXPECT_EQ(outcomes(world.execute(act)), kScreenChangedThere) << alike;
    EXPECT_EQ(std::ranges::count(world.trace, "left_click(500, 500) on 100"), 0);
    EXPECT_EQ(world.notes.text, "activate Calculator");  // so the next plan sees the calculator
    EXPECT_EQ(outcomes(world.execute(approved(request, world.execute(request)))), kClicked);
  }
}

TEST(InWindow, AWindowThatCoversItMeanwhileDoesNotRevokeConsent) {
  for (const bool changed : {false, true}) {
    CoveredWorld world;
    world.put_in_front(7);
    const ExecutorRequest request = asked("left_click(500, 500)", Approve::always);
    const ExecutorRequest act = approved(request, world.execute(request));
    world.put_in_front(8);
    world.calculator_shows = changed ? 2 : 1;
    EXPECT_EQ(outcomes(world.execute(act)), changed ? kScreenChangedThere : kClicked);
    EXPECT_EQ(world.notes.text, "activate Calculator");
  }
}

// Some window managers raise a window only after giving it the focus.
TEST(InWindow, IsComparedAfterItCameToTheFront) {
  for (const bool first : {true, false}) {
    CoveredWorld world;
    world.put_in_front(7);
    const std::string code = first ? "left_click(500, 500)" : "sleep(1)\nleft_click(500, 500)";
    const ExecutorRequest request = asked(code, Approve::always);
    const ExecutorRequest act = approved(request, world.execute(request));
    world.put_in_front(8);
    world.windows.on_activate = [&world](const WindowInfo&) {
      for (WindowInfo& each : world.windows.windows) each.active = each.id == 7;
    };
    world.in_pause = [&world] {
      if (world.window().active) world.put_in_front(7);
    };
    const double began = world.now;
    EXPECT_EQ(world.execute(act).items.back().outcome, Outcome::done) << code;
    EXPECT_EQ(world.now - began, 150) << code;
  }
}

TEST(InWindow, RulesApplyToIt) {
  CoveredWorld world;
  ExecutorRequest request = asked("left_click(500, 500)", Approve::risky);
  request.consent.risky = {"window Calc"};
  const ExecutorReply covered = world.execute(request);
  EXPECT_FALSE(covered.items[0].risk);
  EXPECT_EQ(outcomes(world.execute(approved(request, covered))),
            Texts{"refused left_click(500, 500): it needs the operator's consent by now (window "
                  "Calc), which was not asked for"});
  const ExecutorReply in_front = world.execute(request);
  EXPECT_EQ(in_front.items[0].risk, "window Calc");
  EXPECT_EQ(outcomes(world.execute(approved(request, in_front))), kClicked);
}

TEST(InWindow, ARefusedActionBringsNothingToTheFront) {
  CoveredWorld world;
  ExecutorRequest request = asked("left_click(500, 500)", Approve::always);
  request.mode = ActingMode::act;
  request.consent.unapproved = {0};
  request.consent.approved.emplace();
  EXPECT_EQ(outcomes(world.execute(request)),
            Texts{"refused left_click(500, 500): the operator refused"});
  EXPECT_EQ(world.notes.text, "");
}

TEST(InWindow, DetectsATakeover) {
  WindowWorld world;
  world.takes_over_in = "press(\"a\")";
  ExecutorRequest request = bounded("press(\"a\")\npress(\"b\")");
  request.desktop.takeover = true;
  const ExecutorReply reply = world.execute(request);
  EXPECT_TRUE(reply.takeover);
  EXPECT_EQ(outcomes(reply), (Texts{"done press(\"a\")",
                                    "refused press(\"b\"): the person at the screen took over"}));
}
}  // namespace franz::executor
