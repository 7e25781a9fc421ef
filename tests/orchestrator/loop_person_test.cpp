// On a person's screen a run is announced, and any input of the person stops its actions.
#include <gtest/gtest.h>
#include <algorithm>
#include <utility>
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
namespace {
World screen(int turns) {
  World world;
  world.settings.surface.kind = "desktop";
  world.settings.limits.max_turns = turns;
  world.screen = {":7", true};
  world.settings.safety.approve = "never";  // consent has tests of its own
  world.executor = [](const ExecutorRequest& request) {
    ExecutorReply reply;
    reply.feedback = request.reply ? "OK: 1 action executed." : "looked";
    reply.screenshot_b64 = request.reply ? "YWN0cw==" : "bG9va3M=";
    reply.plain_sha256 = "p";
    return reply;
  };
  return world;
}

LoopState spoken() {
  LoopState state;
  state.reply = Reply{"\"nought\"", {}};
  return state;
}

const std::string kAnnounced = "paused countdown t5000: the run begins on your screen :7 in 5 s";
}  // namespace

TEST(OnAPersonsScreen, ARunIsAnnounced) {
  World world = screen(1);
  double began = 0;
  world.before_executor = [&](int) { began = world.now; };
  world.run();
  EXPECT_EQ(world.causes, Trace{kAnnounced});
  EXPECT_GE(began, 5000);
  ASSERT_EQ(world.asked.size(), 1U);
  EXPECT_EQ(world.asked[0].desktop.display, ":7");
  EXPECT_TRUE(world.asked[0].desktop.person);
  EXPECT_TRUE(world.asked[0].desktop.takeover);
}

TEST(OnAPersonsScreen, WaitsOnlyIfNeeded) {
  for (const bool on_person : {true, false}) {
    World world = screen(1);
    if (on_person) {
      world.settings.safety.countdown_s = 0;
    } else {
      world.screen.person = false;
    }
    world.settings.safety.takeover = false;
    world.run();
    EXPECT_EQ(world.causes, Trace{});
    EXPECT_EQ(world.now, 0);
    EXPECT_EQ(world.asked.at(0).desktop.person, on_person);
    EXPECT_FALSE(world.asked.at(0).desktop.takeover);
  }
}

TEST(OnAPersonsScreen, TheCountdownDoesWhatIsAsked) {
  const struct {
    Command command;
    std::size_t turns;
    std::string end;
  } cases[] = {
      {Command::resume, 1, "1 turn is made ([limits] max_turns)"},
      {Command::step, 1, "stopped"},
      {Command::pause, 0, "stopped"},
      {Command::stop, 0, "stopped"},
      {Command::panic, 0, "stopped"},
  };
  for (const auto& [command, turns, end] : cases) {
    World world = screen(1);
    world.during_countdown = ControlCommand{command};
    EXPECT_EQ(world.run(), end) << static_cast<int>(command);
    EXPECT_EQ(world.bodies.size(), turns);
    EXPECT_EQ(world.now, 0);
  }
}

TEST(OnAPersonsScreen, RepeatsACountdownWithoutAWatcher) {
  World world = screen(1);
  world.during_countdown = ControlCommand{Command::panic, "nobody watches", PauseCause::unwatched};
  world.when_paused.push_back({Command::resume, "", PauseCause::unwatched});
  EXPECT_EQ(world.run(), "1 turn is made ([limits] max_turns)");
  const auto countdowns = std::ranges::count_if(world.causes, [](const std::string& each) {
    return each.find("the run begins on your screen") != each.npos;
  });
  EXPECT_EQ(countdowns, 2) << testing::PrintToString(world.causes);
}

TEST(OnAPersonsScreen, ATakeoverPausesBeforeTheModelIsAsked) {
  World world = screen(1);
  bool took_over = false;
  world.executor = [&](const ExecutorRequest& request) {
    ExecutorReply reply;
    reply.takeover = request.reply && !std::exchange(took_over, true);
    reply.feedback = reply.takeover ? "REFUSED" : "looked";
    reply.screenshot_b64 = reply.takeover ? "YWN0cw==" : "bG9va3M=";
    reply.plain_sha256 = "p";
    return reply;
  };
  world.resumes = true;
  world.run(spoken());
  ASSERT_EQ(world.causes.size(), 3U) << testing::PrintToString(world.causes);
  EXPECT_TRUE(world.causes[1].starts_with("paused takeover: the person at the screen took over"));
  EXPECT_TRUE(world.causes[2].starts_with("paused countdown t")) << world.causes[2];
  ASSERT_EQ(world.asked.size(), 2U);
  EXPECT_FALSE(world.asked[1].reply) << "performed a second time";
  ASSERT_EQ(world.bodies.size(), 1U);
  EXPECT_NE(world.bodies[0].find("REFUSED"), std::string::npos);
  EXPECT_NE(world.bodies[0].find("bG9va3M="), std::string::npos) << "the picture is of now";
}

TEST(OnAPersonsScreen, APanicWhileItActsEndsTheExecutorAndNothingIsRepeated) {
  World world = screen(1);
  bool acted = false;
  world.executor = [&](const ExecutorRequest& request) -> Result<ExecutorReply, ChildFailure> {
    if (request.reply && !std::exchange(acted, true)) {
      world.commands.push_back({Command::panic, "the key", PauseCause::panic});
      return ChildFailure{ChildFailure::Kind::ended, 0, "stopped"};
    }
    ExecutorReply reply;
    reply.feedback = "looked";
    reply.screenshot_b64 = "bG9va3M=";
    return reply;
  };
  world.resumes = true;
  world.run(spoken());
  EXPECT_TRUE(std::ranges::count(world.causes, "paused panic: panic: the key") == 1)
      << testing::PrintToString(world.causes);
  ASSERT_EQ(world.asked.size(), 2U);
  EXPECT_FALSE(world.asked[1].reply);
  ASSERT_EQ(world.bodies.size(), 1U);
  EXPECT_NE(world.bodies[0].find("WARNING: a person stopped all input.\\nWARNING: "
                                 "the actions may be partly done; they are not repeated."),
            std::string::npos)
      << world.bodies[0];
  EXPECT_NE(world.bodies[0].find("bG9va3M="), std::string::npos);
}

TEST(OnAPersonsScreen, APanicWhileItThinksPausesAndTheTurnGoesOn) {
  World world = screen(1);
  bool thought = false;
  world.before_answer = [&](int) {
    if (std::exchange(thought, true)) return;
    world.commands.push_back({Command::panic});
    ModelAnswer cut;
    cut.transport = ModelAnswer::Transport::stopped;
    world.answers.push_back(cut);
  };
  world.resumes = true;
  EXPECT_EQ(world.run(spoken()), "1 turn is made ([limits] max_turns)");
  EXPECT_TRUE(std::ranges::count(world.causes, "paused panic: panic: the button") == 1)
      << testing::PrintToString(world.causes);
  ASSERT_EQ(world.asked.size(), 2U);
  EXPECT_TRUE(world.asked[0].reply);
  EXPECT_FALSE(world.asked[1].reply);
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_NE(world.bodies[1].find("OK: 1 action executed."), std::string::npos);
}

TEST(OnAPersonsScreen, WithoutAWatchNothingIsDoneUntilThereIsOne) {
  World world = screen(1);
  world.commands.push_back({Command::panic, "nobody watches", PauseCause::unwatched});
  world.when_paused.push_back({Command::resume});  // by a person, without effect
  world.when_paused.push_back({Command::resume, "", PauseCause::unwatched});
  EXPECT_EQ(world.run(spoken()), "1 turn is made ([limits] max_turns)");
  EXPECT_EQ(std::ranges::count(world.causes, "paused unwatched: nobody watches"), 2)
      << testing::PrintToString(world.causes);
  EXPECT_EQ(world.asked.size(), 1U);
}

TEST(OnAPersonsScreen, AWatchThatIsBackEndsNoPauseOfAPersons) {
  World world = screen(1);
  world.commands.push_back({Command::pause});
  world.commands.push_back({Command::panic, "nobody watches", PauseCause::unwatched});
  world.commands.push_back({Command::resume, "", PauseCause::unwatched});
  EXPECT_EQ(world.run(spoken()), "stopped");
  EXPECT_TRUE(world.asked.empty());
}
}  // namespace franz::orchestrator
