// How a run ends.
#include <gtest/gtest.h>
#include <algorithm>
#include <functional>
#include "common/wire/limits.h"
#include "common/wire/warning_codes.h"
#include "orchestrator/retry.h"
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
// The last reply is performed, and nothing is sent.
TEST(TurnLoop, ClosesTheRunWithATurnOfItsOwn) {
  World steps;
  steps.settings.agent.max_steps = 1;
  steps.answers = {replied("one")};
  EXPECT_EQ(steps.run(), "1 turn is made ([agent] max_steps)");
  EXPECT_EQ(steps.trace, (Trace{"turn 1", "acting", "thinking", "ask 1", "turn 2", "acting",
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

// A model that is done with the last allowed reply has not reached the limit.
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

// A program that died in that turn repeats it, with the same ink and the same end, regardless of
// the current settings and the executor.
TEST(TurnLoop, ClosesTheRunAgainAfterACrash) {
  World first;
  first.settings.agent.max_steps = 1;
  first.run();
  for (const LoopState& state : first.stored) {
    if (state.turn != 1 || !state.acting) continue;
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

// A resumed run continues there.
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

TEST(TurnLoop, EndsWhenItsTokensAreUsed) {
  World world;
  world.settings.limits.max_run_tokens = 250;
  ModelAnswer answer = replied("one");
  answer.reply.usage = TokenUsage{.prompt_tokens = 90, .completion_tokens = 10};
  world.answers = {answer, answer, answer, answer};
  EXPECT_EQ(world.run(), "250 tokens are used ([limits] max_run_tokens)");
  EXPECT_EQ(world.reason, FinishReason::tokens);
  EXPECT_EQ(world.bodies.size(), 3U);
}

// Where a run with a person would pause, or wait for the server after the retries.
TEST(TurnLoop, EndsWithoutAPersonInsteadOfPausing) {
  struct Case {
    const char* name;
    FinishReason reason;
    std::function<void(World&)> prepare;
    std::size_t requests;
  };
  const Case cases[] = {
      {"no action", FinishReason::failures,
       [](World& world) {
         world.settings.limits.pause_after_failures = 2;
         world.executor = [](const ExecutorRequest&) { return ExecutorReply{}; };
       },
       3},
      {"equal replies", FinishReason::repeats,
       [](World& world) {
         world.settings.limits.pause_after_repeats = 3;
         world.answers = {replied("A"), replied("A"), replied("A"), replied("A")};
       },
       3},
      {"too long", FinishReason::context,
       [](World& world) {
         world.answers = {refused(400, "the request exceeds the available context size")};
       },
       1},
      {"a wrong key", FinishReason::server,
       [](World& world) { world.answers = {refused(401, "wrong key")}; }, 1},
      {"no such model", FinishReason::server,
       [](World& world) { world.answers = {refused(404, "model 'x' not found")}; }, 1},
      {"an error of the server", FinishReason::server,
       [](World& world) { world.answers.assign(kRetries + 1, refused(503, "overloaded")); },
       kRetries + 1},
  };
  for (const Case& each : cases) {
    World world;
    world.settings.limits.unattended = true;
    world.settings.limits.max_turns = 20;
    each.prepare(world);
    const std::string text = world.run();
    EXPECT_EQ(world.reason, each.reason) << each.name << ": " << text;
    EXPECT_EQ(world.bodies.size(), each.requests) << each.name;
    EXPECT_FALSE(text.empty()) << each.name;
    EXPECT_EQ(text.find("asking again"), std::string::npos) << text;
    for (const std::string& line : world.trace)
      EXPECT_FALSE(line.starts_with("paused")) << each.name << ": " << line;
  }
}

namespace {
// The executor's answers, one per turn; the last one repeats.
void answers_with(World& world, std::vector<ExecutorReply> replies) {
  world.executor = [replies = std::move(replies)](const ExecutorRequest& request) {
    const std::size_t at = static_cast<std::size_t>(request.options.turn) - 1;
    return replies[std::min(at, replies.size() - 1)];
  };
}

ExecutorReply malformed_reply() {
  ExecutorReply reply;
  reply.feedback = "the reply is no JSON object";
  reply.error = CallFailure{std::string(kMalformedReply), reply.feedback, 0};
  reply.screenshot_b64 = "aGk=";
  return reply;
}
}  // namespace

// The model gets the error once before it ends the run. The turn that ends the run sends nothing.
TEST(TurnLoop, StopsWhereRepliesStayMalformed) {
  World world;
  world.settings.agent.malformed_retries = 1;
  answers_with(world, {ExecutorReply{}, malformed_reply()});
  EXPECT_EQ(world.run(), "2 replies in a row not as asked for ([agent] malformed_retries)");
  EXPECT_EQ(world.reason, FinishReason::malformed);
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_NE(world.bodies[1].find("the reply is no JSON object"), std::string::npos);
  EXPECT_EQ(world.trace.back(),
            "closed 3 aGk=: 2 replies in a row not as asked for ([agent] malformed_retries)");
  EXPECT_EQ(world.stored.back().finish->reason, FinishReason::malformed);
  EXPECT_EQ(world.stored.back().turn, 2);
}

// A program that died in that turn ends the run again for the same reason, without counting.
TEST(TurnLoop, StopsAgainAfterACrash) {
  World first;
  first.settings.agent.malformed_retries = 0;
  answers_with(first, {ExecutorReply{}, malformed_reply()});
  first.run();
  World again;
  again.settings.agent.malformed_retries = 5;
  EXPECT_EQ(again.run(first.stored.back()),
            "1 reply in a row not as asked for ([agent] malformed_retries)");
  EXPECT_TRUE(again.bodies.empty());
}

TEST(TurnLoop, NamesTheWindowAndTheLeastConfidence) {
  World world;
  world.settings.surface.kind = "desktop";
  world.screen.window = WindowTarget{"4711", "Calculator", "Calc", 99};
  world.settings.agent.min_confidence = 0.25;
  world.settings.limits.max_turns = 1;
  world.run();
  EXPECT_EQ(world.asked.at(0).options.window, world.screen.window);
  EXPECT_EQ(world.asked.at(0).min_confidence, 0.25);
}

// If one turn has two reasons, the one caused by the last reply is reported.
TEST(TurnLoop, StopsForTheLastReplyAndNotForItsNumber) {
  World world;
  world.settings.agent.max_steps = 1;
  ExecutorReply beyond;
  beyond.error = CallFailure{std::string(kOutOfBounds), "x is 700 of 640", 0};
  answers_with(world, {ExecutorReply{}, beyond});
  EXPECT_EQ(world.run(), "the model named a place beyond the picture");
  EXPECT_EQ(world.reason, FinishReason::out_of_bounds);
  EXPECT_EQ(world.bodies.size(), 1U);
}

// A pause while the model thinks repeats the turn: its reply counts once.
TEST(TurnLoop, CountsAReplyOnceHoweverOftenItsTurnIsMade) {
  World world;
  world.settings.agent.malformed_retries = 1;
  world.resumes = true;
  answers_with(world, {ExecutorReply{}, malformed_reply(), ExecutorReply{}});
  world.answers = {replied("one"), refused(400, "no such thing"), replied("two")};
  world.settings.limits.max_turns = 2;
  EXPECT_EQ(world.run(), "2 turns are made ([limits] max_turns)");
}

// The window may be gone when a turn is repeated after a pause.
TEST(TurnLoop, StopsWhereTheWindowIsGoneWhenATurnIsMadeAgain) {
  World world;
  world.settings.surface.kind = "desktop";
  world.resumes = true;
  world.answers = {replied("one"), refused(400, "no such thing")};
  int looks = 0;
  world.executor = [&looks](const ExecutorRequest& request) {
    ExecutorReply reply;
    const bool again = request.options.turn == 2 && ++looks == 2;
    if (again) reply.warnings = {{std::string(kWindowGone), "gone"}};
    if (!again) reply.plain_sha256 = "seen";
    if (!again) reply.screenshot_b64 = "aGk=";
    return reply;
  };
  EXPECT_EQ(world.run(), "the window is not there any more");
  EXPECT_EQ(world.reason, FinishReason::window_gone);
  EXPECT_EQ(world.trace.back(), "closed 2 : the window is not there any more");
}
}  // namespace franz::orchestrator
