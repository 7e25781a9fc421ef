// On a real screen nothing is performed twice.
#include <gtest/gtest.h>
#include <algorithm>
#include <utility>
#include <vector>
#include "common/wire/turn_warning.h"
#include "orchestrator/turn_request.h"
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
namespace {
World desktop(int turns) {
  World world;
  world.settings.surface.kind = "desktop";
  world.settings.limits.max_turns = turns;
  world.executor = [](const ExecutorRequest& request) {
    ExecutorReply reply;
    const bool acts = request.reply && request.mode == ActingMode::act;
    reply.feedback = acts ? "OK: 1 action executed." : "looked";
    if (acts)
      reply.items.push_back(
          {"left_click(1, 2)", "click(1, 2)", 1, {}, {}, Outcome::done, "", {}, {}});
    reply.screenshot_b64 = acts ? "YWN0cw==" : "bG9va3M=";
    reply.plain_sha256 = acts ? "acts" : "looks";
    return reply;
  };
  return world;
}

LoopState acting(std::optional<std::string> result) {
  LoopState state;
  state.turn = 5;
  state.reply = Reply{"\"five\"", {}};
  Settings settings;
  settings.surface.kind = "desktop";
  state.acting = Acting{
      6, to_json_without_reply(turn_request(state, settings, "/run", "2026-01-31T11:00:00Z")),
      std::move(result)};
  return state;
}
}  // namespace

TEST(OnADesktop, WhatWasDoneIsStoredBeforeTheRequestLeaves) {
  World world = desktop(1);
  std::string on_disk;
  world.before_answer = [&](int) { on_disk = world.stored.back().acting->result.value_or(""); };
  LoopState state;
  state.reply = Reply{"\"nought\"", {}};
  world.run(state);
  const auto stored = parse_reply_without_screenshot(on_disk);
  ASSERT_TRUE(stored.ok()) << stored.error().message;
  EXPECT_EQ(stored.value().items.size(), 1U);
  EXPECT_EQ(stored.value().feedback, "OK: 1 action executed.");
  EXPECT_FALSE(world.stored.back().acting);
}

TEST(OnADesktop, ATurnThatWasPerformedOnlyLooksAgain) {
  ExecutorReply then;
  then.feedback = "OK: 3 actions executed.";
  then.plain_sha256 = "then";
  World world = desktop(6);
  world.run(acting(to_json_without_screenshot(then)));
  ASSERT_EQ(world.asked.size(), 1U);
  EXPECT_FALSE(world.asked[0].reply);
  ASSERT_EQ(world.bodies.size(), 1U);
  EXPECT_NE(world.bodies[0].find("OK: 3 actions executed."), std::string::npos);
  EXPECT_EQ(world.bodies[0].find("looked"), std::string::npos);
  EXPECT_NE(world.bodies[0].find("bG9va3M="), std::string::npos);
}

TEST(OnADesktop, ATurnThatWasCutOffIsToldAndNotRepeated) {
  World world = desktop(6);
  world.run(acting(std::nullopt));
  ASSERT_EQ(world.asked.size(), 1U);
  EXPECT_EQ(world.asked[0].mode, ActingMode::interrupted);
  EXPECT_TRUE(world.asked[0].reply);
}

TEST(OnADesktop, APauseBehindTheActionsActsNoSecondTime) {
  World world = desktop(1);
  world.answers = {refused(400, "no such thing"), replied("fine")};
  world.resumes = true;
  LoopState state;
  state.reply = Reply{"\"nought\"", {}};
  world.run(state);
  ASSERT_EQ(world.asked.size(), 2U);
  EXPECT_TRUE(world.asked[0].reply);
  EXPECT_FALSE(world.asked[1].reply);
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_NE(world.bodies[1].find("OK: 1 action executed."), std::string::npos);
}

TEST(OnADesktop, AScreenThatWasStartedAnewIsToldWithItsTurn) {
  World world = desktop(7);
  world.warned_turn = 6;
  LoopState state;
  state.turn = 5;
  state.reply = Reply{"\"five\"", {}};
  world.run(state);
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_NE(world.bodies[0].find("WARNING: the screen was started anew"), std::string::npos);
  EXPECT_EQ(world.bodies[1].find("started anew"), std::string::npos);
}

TEST(OnADesktop, OnAnotherScreenNothingOldIsDone) {
  World world = desktop(7);
  world.warned_turn = 6;
  world.warning = screen_changed(6).warning;
  LoopState state;
  state.turn = 5;
  state.reply = Reply{"\"five\"", {}};
  world.run(state);
  ASSERT_EQ(world.asked.size(), 2U);
  EXPECT_EQ(world.asked[0].mode, ActingMode::overtaken);
  EXPECT_EQ(world.asked[1].mode, ActingMode::act);
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_NE(world.bodies[0].find("WARNING: the run goes on on another screen"), std::string::npos);
}

TEST(OnADesktop, AnotherScreenIsKeptEvenIfTheRunStopsBeforeItsTurn) {
  World world = desktop(7);
  world.warned_turn = 6;
  world.warning = screen_changed(6).warning;
  world.commands = {{Command::stop}};
  LoopState state;
  state.turn = 5;
  state.reply = Reply{"\"five\"", {}};
  world.run(state);
  EXPECT_TRUE(world.asked.empty());
  ASSERT_FALSE(world.stored.empty());
  World resumed = desktop(7);
  resumed.run(world.stored.back());
  ASSERT_FALSE(resumed.asked.empty());
  EXPECT_EQ(resumed.asked[0].mode, ActingMode::overtaken);
}

TEST(OnADesktop, AfterAPersonUsedTheScreenNothingOldIsDoneAndTheModelLooksAgain) {
  World world = desktop(7);
  world.commands = {{Command::take_over}, {Command::hand_back}, {Command::resume}};
  LoopState state;
  state.turn = 5;
  state.reply = Reply{"\"five\"", {}};
  world.run(state);
  ASSERT_EQ(world.asked.size(), 2U);
  EXPECT_EQ(world.asked[0].mode, ActingMode::overtaken);
  EXPECT_EQ(world.asked[1].mode, ActingMode::act);
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_NE(world.bodies[0].find("WARNING: A person used the screen; look again."),
            std::string::npos);
  EXPECT_EQ(world.bodies[1].find("A person used"), std::string::npos);
}

// The request that was under way is cut; the repeated turn has the warning and a new picture.
TEST(OnADesktop, ATakeoverDuringARequestRepeatsTheTurnWithANewLook) {
  World world = desktop(1);
  world.answers = {refused(503, "busy"), replied("fine")};
  world.before_answer = [&](int) {
    if (world.bodies.size() == 1) world.commands = {{Command::take_over}};
  };
  world.when_paused = {{Command::hand_back}, {Command::resume}};
  LoopState state;
  state.reply = Reply{"\"nought\"", {}};
  world.run(state);
  ASSERT_EQ(world.asked.size(), 2U);
  EXPECT_EQ(world.asked[0].mode, ActingMode::act);
  EXPECT_FALSE(world.asked[1].reply) << "it only takes a picture";
  ASSERT_EQ(world.started.size(), 2U);
  EXPECT_EQ(world.started[1].executor_in.str().find("overtaken"), std::string::npos)
      << "it was performed before";
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_EQ(world.bodies[0].find("A person used"), std::string::npos);
  EXPECT_NE(world.bodies[1].find("OK: 1 action executed."), std::string::npos);
  EXPECT_NE(world.bodies[1].find("A person used the screen"), std::string::npos);
  EXPECT_EQ(world.causes, Trace{"paused page: a person took the screen over on the dashboard"});
}

TEST(OnADesktop, AnExecutorThatDiedMayHaveActed) {
  World world = desktop(2);
  bool died = false;
  world.executor = [&](const ExecutorRequest& request) -> Result<ExecutorReply, ChildFailure> {
    if (!request.reply || std::exchange(died, true)) return ExecutorReply{};
    return ChildFailure{ChildFailure::Kind::ended, 0, "ended by signal 9"};
  };
  world.answers = {refused(400, "no such thing"), replied("fine")};
  world.resumes = true;
  LoopState state;
  state.reply = Reply{"\"nought\"", {}};
  state.turn = 1;
  world.run(state);
  ASSERT_EQ(world.asked.size(), 2U);
  EXPECT_FALSE(world.asked[1].reply);
  EXPECT_NE(world.bodies.at(1).find("the actions may be partly done; they are not repeated"),
            std::string::npos);
}

TEST(OnADesktop, NothingIsDoneBeforeItIsSafeThatItIsBegun) {
  World world = desktop(1);
  const Status full = Error{"No space left on device"};
  world.store_results = {full, full};
  LoopState state;
  state.reply = Reply{"\"nought\"", {}};
  world.run(state);
  EXPECT_EQ(world.order, (Trace{"store 0 acting safely", "store 0 acting safely",
                                "store 0 acting safely", "execute 1", "store 0 acting safely",
                                "ask 1 after ", "store 1", "store 1 safely"}));
  EXPECT_EQ(world.asked[0].mode, ActingMode::act);
  ASSERT_EQ(world.causes.size(), 1U);
  EXPECT_TRUE(world.causes[0].starts_with(
      "paused disk: state.json cannot be saved: No space left on device"))
      << world.causes[0];
}

// The file on the disk does not matter: in this process no action began.
TEST(OnADesktop, AStopWhileTheDiskIsFullDoesNothing) {
  World world = desktop(1);
  world.store_results.assign(3, Error{"No space left on device"});
  LoopPorts ports = world.ports();
  const auto next = ports.next_command;
  ports.next_command = [&](int wait_ms) -> std::optional<ControlCommand> {
    if (world.store_results.size() == 1) return ControlCommand{Command::stop, ""};
    return next(wait_ms);
  };
  LoopState state;
  state.reply = Reply{"\"nought\"", {}};
  EXPECT_EQ(TurnLoop(ports, *world.memory, *find_api("chat"), state, "/run").run().reason,
            FinishReason::stopped);
  EXPECT_TRUE(world.asked.empty());
  EXPECT_FALSE(world.stored.back().acting);
}
}  // namespace franz::orchestrator
