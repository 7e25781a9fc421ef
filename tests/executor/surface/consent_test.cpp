// Only what the operator agreed to is done (docs/approval.md).
#include "executor/surface/consent.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "common/wire/approval.h"
#include "common/wire/computer_call.h"
#include "tests/executor/surface/desktop_world.h"

namespace franz::executor {
namespace {
ExecutorRequest asked(const std::string& code, Approve approve = Approve::risky,
                      const std::string& dialect = "actions") {
  ExecutorRequest request = request_of(code, dialect);
  request.mode = ActingMode::plan;
  request.consent.approve = approve;
  request.consent.risky = {"launch", "right_click", "line in terminal"};
  return request;
}

// The rules by which a plan's items need consent; "-": none.
Texts risks(const ExecutorReply& planned) {
  Texts rows;
  for (const ActionItem& item : planned.items) rows.push_back(item.risk.value_or("-"));
  return rows;
}

// The same turn with everything approved.
ExecutorRequest approved(ExecutorRequest request, const ExecutorReply& planned) {
  request.mode = ActingMode::act;
  request.consent.approved.emplace();
  for (std::size_t i = 0; i < planned.items.size(); ++i)
    if (planned.items[i].risk)
      request.consent.approved->push_back({static_cast<int>(i), *planned.items[i].around});
  return request;
}

const std::string kAll = "left_click(500, 500)\nright_click(250, 500)\nlaunch(\"xterm\")";
const std::string kRefusedLaunch = "refused launch(\"xterm\"): the operator refused";
}  // namespace

TEST(Consent, APlanNamesWhatNeedsItAndSendsNothing) {
  World world;
  const ExecutorReply planned = world.execute(asked(kAll));
  EXPECT_EQ(
      world.trace,
      (Texts{"release", "picture: left_click(500, 500) right_click(250, 500) launch(\"xterm\")"}));
  EXPECT_EQ(risks(planned), (Texts{"-", "right_click", "launch"}));
  EXPECT_EQ(world.numbers, (std::vector{1, 2, 3}));
  EXPECT_EQ(planned.items[0].outcome, Outcome::refused);
  EXPECT_NE(planned.items[0].around, planned.items[1].around);
  EXPECT_EQ(planned.items[2].around, "no window");
  EXPECT_EQ(planned.items[1].from, (Point{50, 50}));
}

TEST(Consent, APlanWithoutDemandsTakesNoPicture) {
  World world;
  const ExecutorReply planned = world.execute(asked("left_click(500, 500)\nsleep(1)"));
  EXPECT_EQ(world.trace, Texts{"release"});
  EXPECT_EQ(risks(planned), (Texts{"-", "-"}));
  EXPECT_TRUE(planned.screenshot_b64.empty());
  EXPECT_TRUE(planned.degraded.empty());
}

TEST(Consent, AlwaysCoversAllInput) {
  World world;
  const ExecutorReply planned = world.execute(asked(
      "left_click(500, 500)\nsleep(1)\nscreenshot()\nmove(1, 2)\nlaunch(\"a\")", Approve::always));
  EXPECT_EQ(risks(planned), (Texts{"always", "-", "-", "always", "launch"}));
}

TEST(Consent, AMalformedItemEndsThePlanIfItEndsTheTurn) {
  World world;
  const ExecutorReply planned =
      world.execute(asked("launch(\"a\")\nleft_click(1)\nlaunch(\"b\")", Approve::risky, "python"));
  EXPECT_EQ(risks(planned), (Texts{"launch", "-", "-"}));
  EXPECT_EQ(planned.items.back().outcome, Outcome::not_run);
}

TEST(Consent, ApprovedActionsArePerformedInOrder) {
  World world;
  const ExecutorRequest request = asked(kAll);
  const ExecutorReply planned = world.execute(request);
  world.trace.clear();
  const ExecutorReply reply = world.execute(approved(request, planned));
  EXPECT_EQ(world.trace,
            (Texts{"left_click(500, 500) on 200", "right_click(250, 500) on 200",
                   "launch(\"xterm\") on 200", "release",
                   "picture: left_click(500, 500) right_click(250, 500) launch(\"xterm\")"}));
  EXPECT_FALSE(reply.items[1].around) << "only a plan tells it";
}

TEST(Consent, OtherActionsAreRefused) {
  const struct {
    std::optional<std::vector<ApprovedItem>> approved;
    std::vector<int> unapproved;
    std::string refusal, expected;
  } cases[] = {
      {std::vector<ApprovedItem>{}, {0}, "the operator refused", "the operator refused"},
      {std::vector<ApprovedItem>{},
       {0},
       "the operator did not answer in 3 s",
       "the operator did not answer in 3 s"},
      {std::nullopt,
       {},
       "the operator refused",
       "it needs the operator's consent by now (launch), which was not asked for"},
      {std::vector<ApprovedItem>{{5, "no window"}},
       {},
       "the operator refused",
       "it needs the operator's consent by now (launch), which was not asked for"},
      {std::vector<ApprovedItem>{{0, "window 7"}}, {}, "", "the screen changed after the approval"},
  };
  for (const auto& each : cases) {
    World world;
    ExecutorRequest request = asked("launch(\"xterm\")\nleft_click(1, 1)");
    request.mode = ActingMode::act;
    request.consent.approved = each.approved;
    request.consent.unapproved = each.unapproved;
    request.consent.refusal = each.refusal;
    const ExecutorReply reply = world.execute(request);
    EXPECT_EQ(outcomes(reply), (Texts{"refused launch(\"xterm\"): " + each.expected,
                                      "done left_click(1, 1): no visible change"}));
    EXPECT_NE(reply.feedback.find("REFUSED: launch(\"xterm\") -- " + each.expected),
              std::string::npos)
        << reply.feedback;
  }
}

TEST(Consent, ARefusalEndsTheTurnIfTheDialectSaysSo) {
  World world;
  ExecutorRequest request = asked("launch(\"xterm\")\nleft_click(1, 1)", Approve::risky, "python");
  request.mode = ActingMode::act;
  request.consent.approved.emplace();
  request.consent.unapproved = {0};
  EXPECT_EQ(outcomes(world.execute(request)), (Texts{kRefusedLaunch, "not_run left_click(1, 1)"}));
}

TEST(Consent, CoversThePixelsAroundThePlace) {
  const WindowInfo window{.id = 7, .title = "A", .area = {0, 0, 200, 100}};
  const WindowInfo alike{.id = 8, .title = "A", .area = {0, 0, 200, 100}};
  const WindowInfo moved{.id = 7, .title = "A", .area = {1, 0, 200, 100}};
  const struct {
    std::string name;
    std::function<void(World&)> change;
    bool done;
  } cases[] = {
      {"nothing", [](World&) {}, true},
      {"a pixel beside the place", [](World& w) { w.change(51, 50); }, false},
      {"a pixel at the corner of what counts", [](World& w) { w.change(18, 18); }, false},
      {"a pixel just outside of it", [](World& w) { w.change(17, 50); }, true},
      {"a clock elsewhere", [](World& w) { w.change(190, 90); }, true},
      {"the window is another one that looks alike", [&](World& w) { w.windows.windows = {alike}; },
       false},
      {"the window was moved and looks alike there", [&](World& w) { w.windows.windows = {moved}; },
       false},
      {"the byte that has no meaning", [](World& w) { ++w.pixels[(50U * 200 + 50) * 4 + 3]; },
       true},
  };
  for (const auto& each : cases) {
    World world;
    world.windows.windows = {window};
    const ExecutorRequest request = asked("right_click(250, 500)");
    const ExecutorReply planned = world.execute(request);
    each.change(world);
    const ExecutorReply reply = world.execute(approved(request, planned));
    EXPECT_EQ(outcomes(reply),
              Texts{each.done ? "done right_click(250, 500): no visible change"
                              : "refused right_click(250, 500): the screen changed after the "
                                "approval"})
        << each.name;
  }
}

TEST(Consent, ADragHasTwoPlaces) {
  for (const int x : {20, 180, 100}) {
    World world;
    const ExecutorRequest request = asked("drag(100, 500, 900, 500)", Approve::always);
    const ExecutorReply planned = world.execute(request);
    world.change(x, 50);
    const ExecutorReply reply = world.execute(approved(request, planned));
    EXPECT_EQ(reply.items[0].outcome, x == 100 ? Outcome::done : Outcome::refused) << x;
  }
}

// Literal digests: they do not depend on how the pixels are obtained.
TEST(Consent, IdentifiesSurroundingsByTheirPixels) {
  const std::string click = "left_click(500, 500)", held = "mouse_down(\"left\")";
  const struct {
    const char* name;
    Screen screen;
    std::string code;
    Point pointer;
    const char* around;
  } cases[] = {
      {"in the middle",
       {0, 0, 200, 100},
       click,
       {},
       "8ec486cbc8fee5e45884d12224d0bf6df9519c4373f57848203a7025b53937ee"},
      {"of a screen left of and above the first one",
       {-150, -30, 200, 100},
       click,
       {},
       "699251cc66797386b4eb82a1b5255fc4474c0cba424a3dde50b53358b2e9d439"},
      {"at the left top corner",
       {0, 0, 200, 100},
       "left_click(0, 0)",
       {},
       "5ec4caa82e78cf00489205a949ac4a7f2fcb2cf1ef0c9e5bdc1bbc280743126b"},
      {"at the right bottom corner",
       {7, 9, 200, 100},
       "left_click(1000, 1000)",
       {},
       "d0a3c8801bc095fa69d27195140adbf1dbff39ef671c96c7dca280071edb9b4b"},
      {"of a screen that is smaller",
       {0, 0, 40, 30},
       click,
       {},
       "85ba001cb7b6219a8ffa00d31f909826d52e767cb2a175e2b60bc9d49fc61f80"},
      {"at both ends",
       {0, 0, 200, 100},
       "drag(0, 500, 900, 1000)",
       {},
       "d754fd307591c9c06ac8af5b7b0e0293ce572c45e5086d5c3f88784eee86b019"},
      {"of the pointer at the edge",
       {0, 0, 200, 100},
       held,
       {199, 50},
       "4d2fefd00e0822e2f80e9b3ab5ba9ffdcd623807bd5daa175453d7e0bfa3534b"},
      {"of the pointer there when the screen is larger",
       {0, 0, 210, 100},
       held,
       {199, 50},
       "a349d57764a577107e51cf70780e2c8603e604138145a9858f5e58cfc62da88a"},
      {"of the pointer beside the screen",
       {0, 0, 200, 100},
       held,
       {400, 50},
       "9b0bf313b2e505b4ba9546523d8cd9bb841d2115b0d5b29b4716a282a329ddf1"},
  };
  for (const auto& each : cases) {
    World world;
    world.show_pattern(each.screen);
    world.pointer = each.pointer;
    world.windows.windows = {{.id = 7, .title = "A", .area = each.screen}};
    ExecutorRequest request = asked(each.code, Approve::always);
    request.options.seen->screen = each.screen;
    EXPECT_EQ(world.execute(request).items[0].around, each.around) << each.name;
  }
}

TEST(Consent, ReadsOnlyTheSurroundingsOfPlaces) {
  World world;
  const ExecutorRequest request =
      asked("drag(250, 500, 1000, 1000)\npress(\"a\")", Approve::always);
  const ExecutorReply planned = world.execute(request);
  const std::vector<Screen> both{{18, 18, 64, 64}, {167, 67, 33, 33}};
  EXPECT_EQ(world.looks, both);
  world.looks.clear();
  const ExecutorReply reply = world.execute(approved(request, planned));
  EXPECT_EQ(reply.items[0].outcome, Outcome::done);
  // The whole screen before the first action and after the last one, to report changes.
  EXPECT_EQ(world.looks, (std::vector<Screen>{world.screen, both[0], both[1], world.screen}));
}

TEST(Consent, WaitsForBlinkingPixels) {
  World world;
  const ExecutorRequest request = asked("right_click(250, 500)");
  const ExecutorReply planned = world.execute(request);
  world.change(52, 50);
  int looks = 0;
  world.in_pause = [&] {
    if (++looks == 3) world.pixels[(50UL * 200 + 52) * 4] = 0;
  };
  EXPECT_EQ(world.execute(approved(request, planned)).items[0].outcome, Outcome::done);
  EXPECT_EQ(looks, 3);

  world.change(52, 50);
  world.in_pause = nullptr;
  const double began = world.now;
  EXPECT_EQ(world.execute(approved(request, planned)).items[0].outcome, Outcome::refused);
  EXPECT_EQ(world.now - began, kBlinkMs) << "and not for ever";
}

// The safe choice: the operator did not see what an approved action changed around a later place.
TEST(Consent, AnActionThatChangesLaterSurroundingsRevokesConsent) {
  World world;
  world.changing = {"left_click(500, 500)"};
  const ExecutorRequest request =
      asked("left_click(500, 500)\nright_click(520, 500)\nright_click(100, 500)");
  const ExecutorReply planned = world.execute(request);
  EXPECT_EQ(outcomes(world.execute(approved(request, planned))),
            (Texts{"done left_click(500, 500)",
                   "refused right_click(520, 500): the screen changed after the approval",
                   "done right_click(100, 500): no visible change"}));
}

TEST(Consent, WaitsForTheEffectOfTheEarlierAction) {
  World world;
  ExecutorRequest request = asked("left_click(500, 500)\nright_click(500, 500)");
  request.desktop.settle_ms = 300;
  const ExecutorReply planned = world.execute(request);
  world.in_pause = [&] { world.change(100, 50); };
  EXPECT_EQ(world.execute(approved(request, planned)).items[1].outcome, Outcome::refused);
}

namespace {
const WindowInfo kFormWindow{
    .id = 1, .title = "Form", .app = "Zenity", .area = {0, 0, 100, 100}, .active = true};
const WindowInfo kShell{.id = 2, .title = "sh", .app = "XTerm", .area = {100, 0, 100, 100}};

WindowInfo with_keyboard(WindowInfo window, bool has_it) {
  window.active = has_it;
  return window;
}
}  // namespace

TEST(Consent, ThePlanPredictsTheWindowWithTheKeyboard) {
  const struct {
    std::string code;
    Texts risks;
    std::string last_around;
  } cases[] = {
      {"type(\"ls\\n\")", {"-"}, "window 1"},
      {"left_click(750, 500)\ntype(\"ls\\n\")", {"-", "line in terminal"}, "window 2"},
      {"move(750, 500)\ntype(\"ls\\n\")", {"-", "-"}, "window 1"},
      {"focus_window(\"sh\")\npress(\"enter\")", {"-", "line in terminal"}, "window 2"},
      {"left_click(750, 500)\nleft_click(1, 1)\ntype(\"ls\\n\")", {"-", "-", "-"}, "window 1"},
      {"focus_window(\"nothing\")\npress(\"enter\")", {"-", "-"}, "window 1"},
  };
  for (const auto& each : cases) {
    World world;
    world.windows.windows = {kFormWindow, kShell};
    const ExecutorReply planned = world.execute(asked(each.code));
    EXPECT_EQ(risks(planned), each.risks) << each.code;
    EXPECT_EQ(planned.items.back().around, each.last_around) << each.code;
  }
}

// A click on the form may open anything: only the real target counts.
TEST(Consent, AnActionOnAnotherWindowThanPredictedIsRefused) {
  const std::string code = "left_click(750, 500)\ntype(\"ls\\n\")";
  for (const bool as_foreseen : {true, false}) {
    World world;
    world.windows.windows = {kFormWindow, kShell};
    const ExecutorRequest request = asked(code);
    const ExecutorReply planned = world.execute(request);
    world.after_call = [&](const std::string& call) {
      if (call.starts_with("left_click") && as_foreseen)
        world.windows.windows = {with_keyboard(kFormWindow, false), with_keyboard(kShell, true)};
    };
    EXPECT_EQ(world.execute(approved(request, planned)).items[1].outcome,
              as_foreseen ? Outcome::done : Outcome::refused);
  }
}

TEST(Consent, AnActionThatBecameRiskyIsRefused) {
  World world;
  world.windows.windows = {kFormWindow, kShell};
  const ExecutorRequest request = asked("press(\"a\")\ntype(\"ls\\n\")");
  const ExecutorReply planned = world.execute(request);
  EXPECT_EQ(risks(planned), (Texts{"-", "-"}));
  ExecutorRequest act = request;
  act.mode = ActingMode::act;
  world.after_call = [&](const std::string&) {
    world.windows.windows = {with_keyboard(kFormWindow, false), with_keyboard(kShell, true)};
  };
  EXPECT_EQ(outcomes(world.execute(act)),
            (Texts{"done press(\"a\"): no visible change",
                   "refused type(\"ls\\n\"): it needs the operator's consent by now (line in "
                   "terminal), which was not asked for"}));
}

TEST(Consent, AHeldButtonIsAtThePointersPosition) {
  World world;
  world.pointer = {150, 50};
  const ExecutorRequest request =
      asked("mouse_down(\"left\")\nmove(250, 500)\nmouse_up(\"left\")", Approve::always);
  const ExecutorReply planned = world.execute(request);
  EXPECT_EQ(planned.items[1].around, planned.items[2].around) << "where the move leaves it";
  EXPECT_NE(planned.items[0].around, planned.items[2].around);
  world.change(150, 50);
  EXPECT_EQ(world.execute(approved(request, planned)).items[0].outcome, Outcome::refused);
}

TEST(Consent, WithAnUnreadableRuleEveryActionNeedsIt) {
  World world;
  ExecutorRequest request = asked("left_click(1, 2)");
  request.consent.risky = {"fly"};
  EXPECT_EQ(risks(world.execute(request)), Texts{"fly"});
}

TEST(Consent, IsNotRequestedForADesktopThatCannotBeOpened) {
  World world;
  world.no_desktop = Error{"the display :9 cannot be reached"};
  const ExecutorReply planned = world.execute(asked("launch(\"xterm\")"));
  EXPECT_EQ(risks(planned), Texts{"-"});
  EXPECT_EQ(outcomes(planned),
            Texts{"refused launch(\"xterm\"): the display :9 cannot be reached"});
}

// ---- Demands of a server's safety check

namespace {
ExecutorRequest checked(Approve approve, ActingMode mode) {
  const std::string action = R"("action":{"type":"click","button":"left","x":100,"y":50})";
  const auto call = [](const std::string& id, const std::string& members) {
    return ReplyCall{quote_json(id), std::string(kComputerCallName),
                     computer_call_arguments({R"({"type":"computer_call",)" + members + "}"})};
  };
  ExecutorRequest request = request_of("", "openai");
  request.reply = Reply{
      "\"\"",
      {call("a", action),
       call("b", action + R"(,"pending_safety_checks":[{"id":"sc","message":"Another site"}])")}};
  request.mode = mode;
  request.consent.approve = approve;
  return request;
}

const std::string kCheck = "safety check of the model's server: Another site";
}  // namespace

TEST(Consent, ASafetyCheckNeedsNoRule) {
  World world;
  const ExecutorReply planned = world.execute(checked(Approve::risky, ActingMode::plan));
  EXPECT_EQ(risks(planned), (Texts{"-", kCheck}));
  EXPECT_EQ(planned.items[1].outcome, Outcome::refused);
}

TEST(Consent, ACallWithASafetyCheckIsPerformedWhenApproved) {
  World world;
  const ExecutorReply planned = world.execute(checked(Approve::risky, ActingMode::plan));
  world.trace.clear();
  const ExecutorReply reply =
      world.execute(approved(checked(Approve::risky, ActingMode::act), planned));
  EXPECT_EQ(reply.items[1].outcome, Outcome::done);
  ASSERT_EQ(reply.answers.size(), 2u);
  EXPECT_EQ(decode_json_string(reply.answers[1].text), R"([{"id":"sc","message":"Another site"}])");
}

TEST(Consent, ACallWithASafetyCheckIsRefusedWithoutIt) {
  for (const Approve approve : {Approve::never, Approve::risky}) {
    World world;
    const ExecutorReply reply = world.execute(checked(approve, ActingMode::act));
    EXPECT_EQ(reply.items[1].outcome, Outcome::refused);
    EXPECT_EQ(reply.items[1].why,
              "it needs the operator's consent (" + kCheck + "), which was not asked for");
    EXPECT_EQ(reply.answers.back().text, "\"\"");
  }
  World world;
  ExecutorRequest request = checked(Approve::risky, ActingMode::act);
  request.consent.approved.emplace();
  request.consent.unapproved = {1};
  EXPECT_EQ(world.execute(request).items[1].why, "the operator refused");
}

TEST(Consent, IsNotRequestedInTheSandbox) {
  World world;
  ExecutorRequest request = checked(Approve::never, ActingMode::act);
  request.options.surface = "sandbox";
  const ExecutorReply reply = world.execute(request);
  EXPECT_EQ(reply.items[0].outcome, Outcome::done);
  EXPECT_EQ(reply.items[1].outcome, Outcome::refused);
  EXPECT_EQ(reply.items[1].why,
            "it needs a person's consent (" + kCheck + "), and nobody is asked in the sandbox");
  EXPECT_NE(reply.feedback.find("nobody is asked in the sandbox"), std::string::npos);
}
}  // namespace franz::executor
