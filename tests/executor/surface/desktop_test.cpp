#include <gtest/gtest.h>
#include "common/desktop/screen_tiles.h"
#include "tests/executor/surface/desktop_world.h"

namespace franz::executor {
TEST(OnDesktop, ItemsArePerformedInOrderAndThePictureComesLast) {
  World world;
  world.changing = {"left_click(500, 500)", "type(\"a\")"};
  ExecutorRequest request = request_of("left_click(500, 500)\nscreenshot()\ntype(\"a\")");
  request.desktop.step_delay_ms = 150;
  request.desktop.settle_ms = 300;
  const ExecutorReply reply = world.execute(request);
  EXPECT_EQ(world.trace,
            (Texts{"left_click(500, 500) on 200", "pause 150", "type(\"a\") on 200", "pause 300",
                   "release", "picture: left_click(500, 500) type(\"a\")"}));
  EXPECT_EQ(outcomes(reply),
            (Texts{"done left_click(500, 500)", "noted screenshot()", "done type(\"a\")"}));
  EXPECT_EQ(world.numbers, (std::vector{1, 2}));
  EXPECT_EQ(reply.feedback, "OK: 3 actions executed.");
  EXPECT_EQ(reply.items[0].from, (Point{100, 50}));
  EXPECT_EQ(reply.timings_ms.input_ms, 450);
}

TEST(OnDesktop, WithoutActionsOpensNoDesktop) {
  World world;
  world.no_desktop = Error{"no display"};
  ExecutorRequest request = request_of("");
  EXPECT_TRUE(world.execute(request).degraded.empty());
  request.reply.reset();
  EXPECT_TRUE(world.execute(request).degraded.empty());
  EXPECT_EQ(world.execute(request_of("screenshot()")).feedback, "OK: 1 action executed.");
}

TEST(OnDesktop, ADesktopThatCannotBeOpenedRefusesItsItems) {
  World world;
  world.no_desktop = Error{"the display :9 cannot be reached"};
  const ExecutorReply reply = world.execute(request_of("left_click(1, 2)\nclick(3, 4)", "actions"));
  EXPECT_EQ(outcomes(reply), (Texts{"refused left_click(1, 2): the display :9 cannot be reached",
                                    "refused left_click(3, 4): the display :9 cannot be reached"}));
  EXPECT_EQ(reply.degraded, Texts{"executor: the display :9 cannot be reached"});
  EXPECT_EQ(world.trace, Texts{"picture:"});
}

TEST(OnDesktop, ARefusalEndsTheTurnIfTheDialectSaysSo) {
  World world;
  world.outcomes = {{"launch(\"xterm\")", {Outcome::refused, "there is no program xterm"}}};
  const std::string code = "launch(\"xterm\")\nleft_click(500, 500)";
  const ExecutorReply stopped = world.execute(request_of(code));
  EXPECT_EQ(outcomes(stopped), (Texts{"refused launch(\"xterm\"): there is no program xterm",
                                      "not_run left_click(500, 500)"}));
  EXPECT_EQ(stopped.feedback,
            "OK: 0 actions executed.\nREFUSED: launch(\"xterm\") -- there is no program xterm");
  world.changing = {"left_click(500, 500)"};
  const ExecutorReply skipped = world.execute(request_of(code, "actions"));
  EXPECT_EQ(skipped.feedback,
            "EXECUTOR_FEEDBACK:\nexecuted=[\"left_click(500, 500)\"]\n"
            "ignored=[\"launch(\\\"xterm\\\")\"]\n"
            "REFUSED: launch(\"xterm\") -- there is no program xterm");
  EXPECT_EQ(world.numbers, std::vector{2});
}

TEST(OnDesktop, AScreenOfAnotherSizeRefusesCallsWithPlaces) {
  World world;
  ExecutorRequest request = request_of("left_click(500, 500)\npress(\"enter\")", "actions");
  request.options.seen->screen = {0, 0, 300, 100};
  EXPECT_EQ(outcomes(world.execute(request)),
            (Texts{"refused left_click(500, 500): the screen changed size since your picture",
                   "done press(\"enter\"): no visible change"}));
  EXPECT_EQ(world.trace,
            (Texts{"press(\"enter\") on 200", "release", "picture: press(\"enter\")"}));
}

TEST(OnDesktop, GivesTheKeyboardToTheWindowThatTheRequestNames) {
  World world;
  world.windows.windows = {{.id = 7, .title = "Terminal"}, {.id = 8, .title = "Terminal"}};
  ExecutorRequest request = request_of("", "mcp");
  request.reply = Reply{"\"\"", {{"\"1\"", "\"focus_window\"", R"({"window_id":8})"}}};
  const auto outcome_for = [&](const std::string& id) {
    request.options.window = WindowTarget{id, "Terminal", "foot", 0};
    const ActionItem item = world.execute(request).items.at(0);
    return std::string(outcome_name(item.outcome)) + ": " + item.why;
  };
  std::uint64_t activated = 0;
  world.windows.on_activate = [&](const WindowInfo& window) { activated = window.id; };
  EXPECT_EQ(outcome_for("8"), "done: no visible change");
  EXPECT_EQ(activated, 8U);
  EXPECT_EQ(outcome_for("9"), "refused: the window is not there any more");
  world.windows.activation = Error{"the compositor did not activate the window"};
  EXPECT_EQ(outcome_for("7"), "partial: the compositor did not activate the window");
}

TEST(OnDesktop, ReportsItemsWithoutAnyChange) {
  World world;
  world.changing = {"left_click(500, 500)"};
  const ExecutorReply reply = world.execute(
      request_of("left_click(500, 500)\nleft_click(0, 0)\ndrag(0, 0, 480, 520)\nsleep(1)"));
  EXPECT_EQ(outcomes(reply),
            (Texts{"done left_click(500, 500)", "done left_click(0, 0): no visible change",
                   "done drag(0, 0, 480, 520)", "done sleep(1)"}));
  EXPECT_EQ(reply.feedback,
            "OK: 4 actions executed.\nNOTE: no visible change after: left_click(0, 0)");
}

TEST(OnDesktop, WaitsForAStillScreenUpToALimit) {
  World world;
  ExecutorRequest request = request_of("press(\"a\")");
  request.desktop.still_ms = 400;
  static_cast<void>(world.execute(request));
  EXPECT_EQ(world.trace,
            (Texts{"press(\"a\") on 200", "pause 50", "release", "picture: press(\"a\")"}));
}

TEST(OnDesktop, ADryRunMarksAndSendsNothing) {
  World world;
  ExecutorRequest request = request_of("left_click(1, 2)\nlaunch(\"xterm\")");
  request.mode = ActingMode::plan;
  const ExecutorReply reply = world.execute(request);
  EXPECT_EQ(world.trace, (Texts{"picture: left_click(1, 2) launch(\"xterm\")"}));
  EXPECT_EQ(outcomes(reply), (Texts{"refused left_click(1, 2): a dry run: nothing is sent",
                                    "refused launch(\"xterm\"): a dry run: nothing is sent"}));
}

TEST(OnDesktop, DoesNotRepeatInterruptedCalls) {
  World world;
  ExecutorRequest request = request_of("left_click(1, 2)");
  request.mode = ActingMode::interrupted;
  const ExecutorReply reply = world.execute(request);
  EXPECT_EQ(world.trace, (Texts{"picture: left_click(1, 2)"}));
  EXPECT_EQ(reply.items[0].outcome, Outcome::partial);
  EXPECT_EQ(reply.feedback,
            "WARNING: the program stopped while these actions were performed; they may be partly "
            "done and were not repeated.\nOK: 0 actions executed.\nPARTIAL: left_click(1, 2) -- "
            "the program stopped while it was performed; it was not repeated");
}

TEST(OnDesktop, RefusesTheRestAfterATakeover) {
  const std::string code = "left_click(500, 500)\nsleep(1)\nnonsense\npress(\"a\")\nscreenshot()";
  for (const std::string dialect : {"python", "actions"}) {
    World world;
    world.changing = {"left_click(500, 500)"};
    world.takes_over_in = "sleep(1)";
    ExecutorRequest request = request_of(
        dialect == "python" ? "left_click(500, 500)\nsleep(1)\npress(\"a\")\nmove(1, 2)" : code,
        dialect);
    request.desktop.takeover = true;
    request.desktop.settle_ms = 300;
    const ExecutorReply reply = world.execute(request);
    EXPECT_TRUE(reply.takeover);
    EXPECT_EQ(world.trace, (Texts{"left_click(500, 500) on 200", "sleep(1) on 200", "release",
                                  "release", "picture: left_click(500, 500) sleep(1)"}));
    Texts expected{"done left_click(500, 500)",
                   "partial sleep(1): the person at the screen took over"};
    if (dialect == "python") {
      expected.insert(expected.end(), {"refused press(\"a\"): the person at the screen took over",
                                       "refused move(1, 2): the person at the screen took over"});
      EXPECT_EQ(reply.feedback,
                "OK: 1 action executed.\n"
                "PARTIAL: sleep(1) -- the person at the screen took over\n"
                "REFUSED: press(\"a\") -- the person at the screen took over\n"
                "REFUSED: move(1, 2) -- the person at the screen took over");
      EXPECT_EQ(outcomes(reply), expected);
    }
  }
}

TEST(OnDesktop, DetectsATakeoverBetweenTwoItems) {
  World world;
  world.takes_over_while_waiting = true;
  ExecutorRequest request = request_of("press(\"a\")\npress(\"b\")");
  request.desktop.step_delay_ms = 150;
  request.desktop.takeover = true;
  EXPECT_EQ(
      outcomes(world.execute(request)),
      (Texts{"done press(\"a\")", "refused press(\"b\"): the person at the screen took over"}));
  EXPECT_EQ(world.trace, (Texts{"press(\"a\") on 200", "watched 150", "release", "release",
                                "picture: press(\"a\")"}));
}

TEST(OnDesktop, IgnoresThePersonWithoutTheSetting) {
  World world;
  world.taken_over = true;
  const ExecutorReply reply = world.execute(request_of("sleep(1)"));
  EXPECT_FALSE(reply.takeover);
  EXPECT_EQ(outcomes(reply), Texts{"done sleep(1)"});
}

// What each item met: pointer, window, and whether the screen had changed ("?": not compared).
static Texts met(const ExecutorReply& reply) {
  Texts rows;
  for (const ActionItem& item : reply.items)
    rows.push_back((item.pointer ? printed(*item.pointer) : "-") + " " +
                   (item.window ? item.window->title : "-") + " " +
                   (item.changed_before ? *item.changed_before ? "changed" : "same" : "?"));
  return rows;
}

TEST(OnDesktop, RecordsWhatEachActionMet) {
  World world;
  world.show_pattern({-20, 0, 200, 100});
  world.pointer = {7, 8};
  world.windows.windows = {{.id = 1, .title = "Left\n", .area = {-20, 0, 100, 100}},
                           {.id = 2,
                            .title = std::string(200, 'x'),
                            .app = "App",
                            .area = {80, 0, 50, 100},
                            .active = true}};
  ExecutorRequest request = request_of(
      "left_click(0, 0)\ndrag(0, 0, 500, 500)\npress(\"a\")\nmouse_up(\"left\")\n"
      "left_click(1000, 1000)\nsleep(1)\nscreenshot()");
  request.options.seen = Seen{world.screen, {200, 100}, tile_digests(world.part(world.screen))};
  // The first click changes what is in the middle: the drag ends there.
  world.after_call = [&](const std::string& call) {
    if (call == "left_click(0, 0)") world.change(80, 50);
    world.pointer.x += 10;
  };
  const std::string cut = std::string(77, 'x') + "…";
  EXPECT_EQ(met(world.execute(request)),
            (Texts{"7,8 Left  same", "17,8 Left  changed", "27,8 " + cut + " ?",
                   "37,8 Left  changed", "47,8 - same", "57,8 - ?", "- - ?"}));
  // Without digests, or of another size, nothing is compared.
  request.options.seen->tiles.clear();
  EXPECT_EQ(met(world.execute(request)).front(), "67,8 Left  ?");
}

TEST(OnDesktop, KeepsResultsWithoutAPicture) {
  World world;
  world.changing = {"left_click(500, 500)"};
  world.no_picture = ChildFailure{ChildFailure::Kind::no_answer, 15000, "no answer in 15 s"};
  const ExecutorReply reply = world.execute(request_of("left_click(500, 500)"));
  EXPECT_EQ(outcomes(reply), Texts{"done left_click(500, 500)"});
  EXPECT_EQ(reply.feedback,
            "ERROR: the capturer did not answer in 15 s; there is no picture this turn.\n"
            "OK: 1 action executed.");
}
}  // namespace franz::executor
