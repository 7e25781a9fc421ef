#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>
#include "common/base/json_string.h"
#include "executor/execute_turn.h"

namespace franz::executor {
namespace {
using Texts = std::vector<std::string>;

// A screen of 200x100 pixels, and everything that happens, a line each.
struct World {
  Screen screen{0, 0, 200, 100};
  std::vector<std::uint8_t> pixels = std::vector<std::uint8_t>(std::size_t{200} * 100 * 4);
  std::vector<std::pair<std::string, Performed>> outcomes;  // of calls that are not simply done
  std::vector<std::string> changing;  // calls that change the pixel in the middle
  std::optional<Error> no_desktop;
  std::optional<ChildFailure> no_picture;
  Texts trace;
  double now = 0;

  ExecutorReply execute(const ExecutorRequest& request);
};

class FakeDesktop : public Desktop {
 public:
  explicit FakeDesktop(World& world) : world_(world) {}
  Result<Screen> screen() override { return world_.screen; }
  Result<ScreenPixels> look() override { return ScreenPixels{world_.screen, world_.pixels}; }
  Performed perform(const Call& call, const Screen& map) override {
    const std::string text = canonical_text(call);
    world_.trace.push_back(text + " on " + std::to_string(map.width));
    for (const std::string& each : world_.changing)
      if (each == text) ++world_.pixels[(std::size_t{50} * 200 + 100) * 4];
    for (const auto& [each, outcome] : world_.outcomes)
      if (each == text) return outcome;
    return {};
  }
  void release_all() override { world_.trace.emplace_back("release"); }

 private:
  World& world_;
};

ExecutorReply World::execute(const ExecutorRequest& request) {
  Ports ports;
  ports.open_desktop = [this](const DesktopOptions&) -> Result<std::unique_ptr<Desktop>> {
    if (no_desktop) return *no_desktop;
    return std::unique_ptr<Desktop>(std::make_unique<FakeDesktop>(*this));
  };
  ports.capture_screen = [this](const CaptureRequest& asked) -> Result<CaptureReply, ChildFailure> {
    std::string marked;
    for (const std::string& each : asked.actions) marked += " " + each;
    trace.push_back("picture:" + marked);
    if (no_picture) return *no_picture;
    CaptureReply reply;
    reply.screenshot_b64 = "aGk=";
    reply.screen = screen;
    reply.applied.assign(asked.actions.size(), true);
    return reply;
  };
  ports.clock = [this] { return now; };
  ports.pause = [this](int milliseconds) {
    now += milliseconds;
    trace.push_back("pause " + std::to_string(milliseconds));
  };
  return execute_turn(request, ports);
}

ExecutorRequest request_of(const std::string& code, const std::string& dialect = "python") {
  ExecutorRequest request;
  request.dialect = dialect;
  request.options.surface = "desktop";
  request.reply = Reply{
      quote_json(dialect == "python" ? "```python\n" + code + "\n```" : "ACTIONS:\n" + code), {}};
  for (const Tool& tool : all_tools()) request.tools.emplace_back(tool.name, true);
  request.options.seen = Seen{{0, 0, 200, 100}, {200, 100}};
  return request;
}

Texts outcomes(const ExecutorReply& reply) {
  Texts rows;
  for (const ActionItem& item : reply.items)
    rows.push_back(std::string(outcome_name(item.outcome)) + " " +
                   item.call.value_or(item.written) + (item.why.empty() ? "" : ": " + item.why));
  return rows;
}
}  // namespace

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
  EXPECT_EQ(reply.feedback, "OK: 3 actions executed.");
  EXPECT_EQ(reply.items[0].from, (Point{100, 50}));
  EXPECT_EQ(reply.timings_ms.input_ms, 450);
}

TEST(OnDesktop, NothingToDoOpensNoDesktop) {
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

TEST(OnDesktop, WhatIsRefusedEndsTheTurnWhereTheDialectSaysSo) {
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
}

TEST(OnDesktop, AScreenOfAnotherSizeRefusesWhatNeedsAPlace) {
  World world;
  ExecutorRequest request = request_of("left_click(500, 500)\npress(\"enter\")", "actions");
  request.options.seen->screen = {0, 0, 300, 100};
  EXPECT_EQ(outcomes(world.execute(request)),
            (Texts{"refused left_click(500, 500): the screen changed size since your picture",
                   "done press(\"enter\"): no visible change"}));
  EXPECT_EQ(world.trace,
            (Texts{"press(\"enter\") on 300", "release", "picture: press(\"enter\")"}));
}

TEST(OnDesktop, TellsAroundWhatNothingChanged) {
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

TEST(OnDesktop, WaitsUntilNothingChangesButNotForEver) {
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

TEST(OnDesktop, WhatWasInterruptedIsNotRepeated) {
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

TEST(OnDesktop, InputStaysDoneWhereNoPictureCame) {
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
