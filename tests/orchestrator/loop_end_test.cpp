// How a run ends.
#include <gtest/gtest.h>
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
// The last reply is performed, and nothing is sent.
TEST(TurnLoop, ClosesTheRunWithATurnOfItsOwn) {
  World steps;
  steps.settings.agent.max_steps = 1;
  steps.answers = {replied("one")};
  EXPECT_EQ(steps.run(), "1 turn is made ([agent] max_steps)");
  EXPECT_EQ(steps.trace, (Trace{"turn 1/1", "acting", "thinking", "ask 1/1", "turn 2/1", "acting",
                                "closed 2 aGk=: 1 turn is made ([agent] max_steps)"}));
  EXPECT_EQ(steps.asked.back().reply, (Reply{"\"one\"", {}}));
  EXPECT_EQ(steps.stored.back().turn, 1);
  EXPECT_EQ(steps.stored.back().acting->turn, 2);
  EXPECT_EQ(steps.stored.back().finish->reason, FinishReason::limit);

  World done;
  const auto usual = done.executor;
  done.executor = [&](const ExecutorRequest& request) {
    auto reply = usual(request);
    if (request.options.turn == 2) reply.value().done = "it is drawn";
    return reply;
  };
  EXPECT_EQ(done.run(), "done: it is drawn");
  EXPECT_EQ(done.reason, FinishReason::done);
  EXPECT_EQ(done.bodies.size(), 1U);
  EXPECT_EQ(done.trace.back(), "closed 2 aGk=: done: it is drawn");
}

// Whoever has finished with the last reply that was left has not met a limit.
TEST(TurnLoop, TellsThatItIsDoneWhereTheLastReplySaysSo) {
  World world;
  world.settings.agent.max_steps = 1;
  const auto usual = world.executor;
  world.executor = [&](const ExecutorRequest& request) {
    auto reply = usual(request);
    if (request.options.turn == 2) reply.value().done = "it is drawn";
    return reply;
  };
  EXPECT_EQ(world.run(), "done: it is drawn");
  EXPECT_EQ(world.reason, FinishReason::done);
  EXPECT_EQ(world.bodies.size(), 1U);
}

// A program that died in that turn makes it again, with the same ink and the same end, whatever the
// settings and the executor say now.
TEST(TurnLoop, ClosesTheRunAgainAfterACrash) {
  World first;
  first.settings.agent.max_steps = 1;
  first.run();
  for (const LoopState& state : first.stored) {
    if (state.turn != 1) continue;
    ASSERT_TRUE(state.finish.has_value());
    World again;
    again.settings.limits.max_turns = 1;
    again.executor = [](const ExecutorRequest&) {
      return Result<ExecutorReply, ChildFailure>(ChildFailure{});
    };
    EXPECT_EQ(again.run(state), "1 turn is made ([agent] max_steps)");
    EXPECT_TRUE(again.bodies.empty());
    EXPECT_EQ(again.asked.back().options.time, first.asked.back().options.time);
    EXPECT_EQ(again.trace.back(), "closed 2 : 1 turn is made ([agent] max_steps)");
  }
}

// So the run goes on where it is resumed.
TEST(TurnLoop, LeavesTheLastReplyUnperformedWhereTheRunMayGoOn) {
  World world;
  world.settings.limits.max_turns = 2;
  world.settings.agent.max_steps = 2;
  EXPECT_EQ(world.run(), "2 turns are made ([limits] max_turns)");
  EXPECT_EQ(world.asked.size(), 2U);
  EXPECT_FALSE(world.stored.back().finish.has_value());
}

TEST(TurnLoop, EndsAtItsLimits) {
  World minutes;
  minutes.settings.limits.max_minutes = 1;
  minutes.settings.agent.loop_delay_ms = 25000;
  EXPECT_EQ(minutes.run(), "1 minutes are over ([limits] max_minutes)");
  EXPECT_EQ(minutes.reason, FinishReason::time);
  EXPECT_EQ(minutes.stored.back().turn, 3);

  World steps;
  steps.settings.agent.max_steps = 2;
  EXPECT_EQ(steps.run(), "2 turns are made ([agent] max_steps)");
  EXPECT_EQ(steps.reason, FinishReason::limit);
  EXPECT_EQ(steps.bodies.size(), 2U);

  World over;
  over.settings.limits.max_turns = 4;
  LoopState state;
  state.turn = 4;
  EXPECT_EQ(over.run(state), "4 turns are made ([limits] max_turns)");
  EXPECT_TRUE(over.bodies.empty());

  World last;
  state.turn = kMaxTurn;
  EXPECT_EQ(last.run(state), "turn 999999999 is the last there can be");
  EXPECT_TRUE(last.bodies.empty());
}
}  // namespace franz::orchestrator
