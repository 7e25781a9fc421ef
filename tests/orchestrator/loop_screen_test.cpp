// A screen over a connection: a loss pauses the run, which continues by itself, and nothing is done
// twice.
#include <gtest/gtest.h>
#include <algorithm>
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
namespace {
const std::string kLost = "the server closed the connection";
const std::string kPaused = "paused screen: " + kLost;

World remote_screen(int turns) {
  World world;
  world.settings.surface.kind = "desktop";
  world.settings.limits.max_turns = turns;
  world.settings.safety.approve = "never";
  world.settings.safety.countdown_s = 0;
  world.screen = {"bridge:vnc:/tmp/s", true};
  world.executor = [](const ExecutorRequest& request) {
    ExecutorReply reply;
    reply.feedback = request.reply ? "OK: 1 action executed." : "looked";
    reply.screenshot_b64 = request.reply ? "YWN0cw==" : "bG9va3M=";
    return reply;
  };
  return world;
}

LoopState spoken() {
  LoopState state;
  state.reply = Reply{"\"nought\"", {}};
  return state;
}

int count_acts(const World& world) {
  return static_cast<int>(std::ranges::count_if(
      world.asked, [](const ExecutorRequest& request) { return request.reply.has_value(); }));
}
}  // namespace

TEST(LoopScreen, WaitsBeforeATurnUntilTheScreenIsBack) {
  World world = remote_screen(1);
  int looks = 0;
  world.screen_trouble = [&] { return looks++ < 3 ? kLost : std::string(); };
  EXPECT_EQ(world.run(spoken()), "1 turn is made ([limits] max_turns)");
  EXPECT_EQ(world.causes, Trace{kPaused});
  EXPECT_EQ(world.asked.size(), 1U);
  EXPECT_EQ(std::ranges::count(world.logged, "the screen is back: the run goes on"), 1)
      << testing::PrintToString(world.logged);
}

TEST(LoopScreen, ActionsThatALossCutOffAreNotRepeated) {
  World world = remote_screen(1);
  bool is_lost = false;
  int looks = 0;
  world.screen_trouble = [&] { return is_lost && looks++ < 2 ? kLost : std::string(); };
  world.executor = [&](const ExecutorRequest& request) {
    ExecutorReply reply;
    reply.feedback = request.reply ? "UNKNOWN: drag" : "looked";
    if (request.reply) {
      is_lost = true;
      reply.degraded = {"capturer: " + kLost};
    } else {
      reply.screenshot_b64 = "bG9va3M=";
    }
    return reply;
  };
  EXPECT_EQ(world.run(spoken()), "1 turn is made ([limits] max_turns)");
  EXPECT_EQ(world.causes, Trace{kPaused});
  EXPECT_EQ(count_acts(world), 1);
  ASSERT_EQ(world.bodies.size(), 1U);
  EXPECT_NE(world.bodies[0].find("UNKNOWN: drag"), std::string::npos) << world.bodies[0];
}

TEST(LoopScreen, AScreenWithoutPicturesDoesNotHoldTheRunForever) {
  World world = remote_screen(1);
  world.screen_trouble = [] { return std::string(); };
  world.executor = [](const ExecutorRequest&) {
    ExecutorReply reply;
    reply.degraded = {"capturer: no answer in 15 s"};
    return reply;
  };
  EXPECT_EQ(world.run(spoken()), "1 turn is made ([limits] max_turns)");
  EXPECT_EQ(world.asked.size(), 4U);
  EXPECT_EQ(count_acts(world), 1);
}

TEST(LoopScreen, AStopEndsTheWait) {
  World world = remote_screen(1);
  world.screen_trouble = [&] {
    world.commands.push_back({ControlCommand::Kind::stop});
    return kLost;
  };
  EXPECT_EQ(world.run(spoken()), "stopped");
  EXPECT_TRUE(world.asked.empty());
}
}  // namespace franz::orchestrator
