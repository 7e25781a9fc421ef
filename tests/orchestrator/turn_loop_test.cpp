#include "orchestrator/turn_loop.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/sha256.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/chat_request.h"
#include "orchestrator/turn_request.h"
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
// A reader of the record knows each message by its digest before the turn is recorded.
TEST(TurnLoop, TellsEachSystemMessageAndItsCause) {
  World world;
  world.settings.limits.max_turns = 5;
  LoopPorts ports = world.ports();
  int reads = 0;
  ports.read_settings = [&](int) -> LoopSettings {
    ++reads;  // the first is the loop's own, before turn 1
    Settings now = world.settings;
    if (reads >= 4) now.agent.objective = "a dog";
    if (reads >= 5) now.surface.picture = {{640, 360}};
    return {now, reads < 3 ? "draw" : reads < 4 ? "draw well" : "draw a dog"};
  };
  std::vector<std::string> reported;
  ports.emit = [&](const LoopEvent& event) {
    if (event.kind == LoopEvent::Kind::turn_acted)
      reported.push_back("acted " + std::to_string(event.turn));
    if (event.kind == LoopEvent::Kind::config && event.system)
      reported.push_back(to_json(*event.system));
  };
  TurnLoop(std::move(ports), *world.memory, *find_api("chat"), {}, "/run").run();
  const auto reported_as = [](int turn, const std::string& message, const std::string& cause) {
    return to_json(SystemChange{turn, sha256_hex(message), cause});
  };
  EXPECT_EQ(reported,
            (Trace{reported_as(1, "draw", "start"), "acted 1",
                   reported_as(2, "draw well", "prompt"), "acted 2",
                   reported_as(3, "draw a dog", "objective"), "acted 3", "acted 4", "acted 5"}));
}

TEST(TurnLoop, SendsTheReplyBackToTheByte) {
  const std::string inner = R"(\ud83d \u0000 \/ \u003c é </script> )"
                            "\xFF";
  World world;
  world.settings.limits.max_turns = 2;
  world.answers = {replied(inner), replied("second")};
  EXPECT_EQ(world.run(), "2 turns are made ([limits] max_turns)");

  EXPECT_EQ(world.asked[0].reply, std::nullopt) << "it has not spoken yet";
  EXPECT_EQ(world.asked[1].reply, (Reply{"\"" + inner + "\"", {}}));
  ASSERT_EQ(world.bodies.size(), 2U);
  const RequestView view = read_chat_request(world.bodies[1]).value();
  ASSERT_EQ(view.messages.size(), 3U);
  EXPECT_EQ(one_text(view.messages[1]), "\"" + inner + "\"");
  EXPECT_EQ(one_text(view.messages[2]), "\"OK: 1 action executed.\"");
  EXPECT_EQ(find_part(view.messages[2], Part::Kind::picture)->token,
            "\"data:image/png;base64,aGk=\"");
  EXPECT_EQ(world.stored.back().reply->text, "\"second\"");
  EXPECT_EQ(world.stored.back().turn, 2);
  EXPECT_FALSE(world.stored.back().acting);
}

TEST(TurnLoop, StoresTheStateBeforeTheExecutorBeginsAndAsSoonAsAReplyIsWhole) {
  World world;
  world.settings.limits.max_turns = 2;
  world.answers = {replied("one"), refused(503, "busy"), replied("two")};
  world.run();
  EXPECT_EQ(world.order,
            (Trace{"store 0 acting safely", "execute 1", "ask 1 after ", "store 1",
                   "store 1 acting safely", "execute 2", "ask 2 after 0000000000000001",
                   "ask 2 after 0000000000000001", "store 2", "store 2 safely"}));
  EXPECT_EQ(world.stored.back().request, "0000000000000003");
}

TEST(TurnLoop, AsksForNoTurnBeforeTheOneBeforeItIsRecorded) {
  const std::string paused =
      "paused: turn 1 is not recorded yet; the run goes on by itself when it is";
  for (const double after_ms : {0.0, 4000.0, 9000.0}) {
    World world;
    world.settings.limits.max_turns = 2;
    world.recorded_after_ms = after_ms;
    EXPECT_EQ(world.run(), "2 turns are made ([limits] max_turns)");
    const bool pauses = after_ms > 5000;
    EXPECT_EQ(std::ranges::count(world.trace, paused), pauses ? 1 : 0) << after_ms;
    EXPECT_EQ(world.causes.size(), pauses ? 2U : 0U) << "at the run's end, too";
    EXPECT_GE(world.now, after_ms);
    EXPECT_EQ(world.asked.size(), 2U) << "the executor does not wait";
  }
}

TEST(TurnLoop, ANewProcessWaitsForNoRecord) {
  World world;
  world.settings.limits.max_turns = 2;
  world.recorded_after_ms = 9000;
  double asked_ms = -1;
  world.before_answer = [&](int) { asked_ms = world.now; };
  LoopState state;
  state.turn = 1;
  state.reply = Reply{"\"one\"", {}};
  world.run(state);
  EXPECT_EQ(world.bodies.size(), 1U);
  EXPECT_EQ(asked_ms, 0);
}

TEST(TurnLoop, ABeganTurnIsRepeatedWithItsOwnTimeAndTools) {
  World world;
  world.settings.limits.max_turns = 6;
  world.settings.surface.picture = {{640, 360}};
  LoopState state;
  state.turn = 5;
  state.reply = Reply{"\"five\"", {}};
  ExecutorRequest then = turn_request(state, Settings{}, "/elsewhere", "2026-01-31T11:00:00Z");
  then.tools = {{"drag", true}};
  state.acting = Acting{6, to_json_without_reply(then), std::nullopt};
  world.run(state);
  ASSERT_EQ(world.asked.size(), 1U);
  EXPECT_EQ(world.asked[0].reply, (Reply{"\"five\"", {}}));
  EXPECT_EQ(world.asked[0].options.time, "2026-01-31T11:00:00Z");
  EXPECT_EQ(world.asked[0].tools, then.tools);
  EXPECT_EQ(world.asked[0].options.run_dir, "/run");
  EXPECT_EQ(world.asked[0].options.picture, (Size{640, 360}));
}

TEST(TurnLoop, RetriesThenWaitsAndNeverLosesTheStory) {
  World world;
  world.settings.limits.max_turns = 1;
  ModelAnswer broken;
  broken.transport = ModelAnswer::Transport::refused;
  broken.why = "nothing answers";
  for (int i = 0; i < 7; ++i) world.answers.push_back(broken);
  world.answers.push_back(replied("at last"));
  world.run();
  int backing_off = 0, waiting = 0;
  for (const std::string& line : world.trace) {
    backing_off += line.starts_with("backing_off: ") ? 1 : 0;
    waiting += line.starts_with("waiting: ") ? 1 : 0;
  }
  EXPECT_EQ(world.bodies.size(), 8U);
  EXPECT_GE(backing_off, 5);
  EXPECT_GE(waiting, 1);
  EXPECT_EQ(world.asked.size(), 1U);  // the executor is not run again for a retry
  for (const std::string& body : world.bodies) EXPECT_EQ(body, world.bodies[0]);
  EXPECT_EQ(world.stored.back().reply->text, "\"at last\"");
}

TEST(TurnLoop, ARefusalPausesAndResumingAsksAgainWithTheSameStory) {
  World world;
  world.settings.limits.max_turns = 1;
  world.answers = {refused(400, "no such thing"), replied("fine")};
  world.resumes = true;
  TurnLoop(world.ports(), *world.memory, *find_api("chat"), LoopState{}, "/run").run();
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_EQ(world.bodies[0], world.bodies[1]);
  EXPECT_EQ(world.trace, (Trace{"turn 1", "acting", "thinking", "ask 1", world.trace[4], "turn 1",
                                "acting", "thinking", "ask 1"}));
  EXPECT_TRUE(world.trace[4].starts_with("paused: ")) << world.trace[4];
  EXPECT_NE(world.trace[4].find("no such thing"), std::string::npos) << world.trace[4];
  EXPECT_EQ(world.asked[0].options.time, world.asked[1].options.time);
}

TEST(TurnLoop, SpeaksByTheApiThatItIsGiven) {
  for (const Api& api : all_apis()) {
    World world;
    world.settings.limits.max_turns = 2;
    world.answers = {replied("one"), replied("two")};
    TurnLoop(world.ports(), *world.memory, api, LoopState{}, "/run").run();
    ASSERT_EQ(world.bodies.size(), 2U) << api.name;
    for (const std::string& body : world.bodies) {
      const Result<RequestView> view = api.read(body);
      ASSERT_TRUE(view.ok()) << api.name << ": " << view.error().message;
      EXPECT_EQ(view.value().fault, "") << api.name;
      EXPECT_EQ(view.value().messages.size(), 3U) << api.name;
    }
    EXPECT_EQ(one_text(api.read(world.bodies[1]).value().messages[1]), "\"one\"") << api.name;
  }
}

// A retry does not leave out an option that was not sent.
TEST(TurnLoop, AsksAgainWithoutTheUsageOptionOnlyWhereItWasSent) {
  for (const Api& api : all_apis()) {
    World world;
    world.settings.limits.max_turns = 1;
    world.answers = {refused(400, "stream_options is unknown"), replied("fine")};
    bool paused = false;
    LoopPorts ports = world.ports();
    const auto quiet = ports.next_command;
    ports.next_command = [&](int wait_ms) -> std::optional<ControlCommand> {
      if (wait_ms >= 0 || paused) return quiet(wait_ms);
      paused = true;
      return ControlCommand{Command::resume, ""};
    };
    TurnLoop(ports, *world.memory, api, LoopState{}, "/run").run();
    EXPECT_EQ(paused, !api.usage_is_asked_for) << api.name;
    EXPECT_EQ(world.bodies.size(), 2U) << api.name;
  }
}

TEST(TurnLoop, TellsWhichApiHelpsWhereAPathIsMissing) {
  World world;
  world.settings.limits.max_turns = 1;
  world.answers = {refused(404, "Not Found"), replied("fine")};
  world.resumes = true;
  TurnLoop(world.ports(), *world.memory, *find_api("responses"), LoopState{}, "/run").run();
  const auto reported = std::ranges::find_if(world.trace, [](const std::string& line) {
    return line.starts_with("paused: ") && line.find("set [model] api = chat") != line.npos;
  });
  EXPECT_NE(reported, world.trace.end());
}

TEST(TurnLoop, PausesWithTheProblemOfARequest) {
  World world;
  world.settings.limits.max_turns = 1;
  world.answers = {refused(404, "model 'x' not found")};
  world.run();
  const std::string what = "the model server answered 404: model 'x' not found";
  EXPECT_EQ(world.problems, (std::vector<ModelProblem>{{"no_model", what, "", {"one", "two"}}}));
  EXPECT_NE(std::ranges::find(world.trace,
                              "paused: " + what + ".\nThe server has these models: one, two."),
            world.trace.end());
}

TEST(TurnLoop, TellsTheModelThatItsReplyWasLost) {
  World world;
  world.settings.limits.max_turns = 2;
  world.answers = {replied("one"), refused(500, "XML syntax error on line 7: unexpected EOF"),
                   replied("two"), replied("three")};
  world.settings.limits.max_turns = 3;
  world.run();
  ASSERT_EQ(world.bodies.size(), 4U);
  const auto hears = [&world](std::size_t request) {
    return world.bodies[request].find("WARNING: the server could not read your last reply") !=
           std::string::npos;
  };
  EXPECT_FALSE(hears(1));
  EXPECT_TRUE(hears(2));
  EXPECT_FALSE(hears(3));
  // The record of the attempt matches its request.
  ASSERT_EQ(world.acted.size(), 4U);
  EXPECT_EQ(world.acted[1].turn, world.acted[2].turn);
  EXPECT_EQ(world.acted[1].executor_out.str().find("reply_lost"), std::string::npos);
  EXPECT_NE(world.acted[2].executor_out.str().find("reply_lost"), std::string::npos);
}

TEST(TurnLoop, LogsAFailureOnceWhileItLasts) {
  World world;
  world.settings.limits.max_turns = 2;
  const ModelAnswer loading = refused(503, "Loading model");
  const ModelAnswer busy = refused(503, "busy");
  world.answers = {loading, loading, loading, busy, busy, replied("one"), busy, replied("two")};
  world.run();
  std::string logged;
  for (const std::string& line : world.logged)
    if (line.find("asking again") != line.npos || line.find("retry") != line.npos)
      logged += line.substr(0, line.find(" (")) + "\n";
  EXPECT_EQ(logged,
            "the model is still loading\n"
            "the model server answered 503: busy; retry 1 of 5 in 0.5 s\n"
            "the model server answered 503: busy; retry 1 of 5 in 0.5 s\n");
}

TEST(TurnLoop, AsksForOneCallWhereOneIsPerformed) {
  World world;
  world.settings.limits.max_turns = 3;
  world.settings.agent.dialect = "tool_calls";
  world.memory = find_memory("history");
  world.answers = {replied("one"), refused(400, "Unknown parameter: 'parallel_tool_calls'."),
                   replied("two"), replied("three")};
  world.run();
  std::string asked;
  for (const std::string& body : world.bodies)
    asked += body.find(R"("parallel_tool_calls":false)") != body.npos ? "1" : "0";
  EXPECT_EQ(asked, "1100");
}

TEST(TurnLoop, SaysOnceThatARetryAfterIsIgnored) {
  World world;
  ModelAnswer busy = refused(503, "busy");
  busy.retry_after_ignored = "Retry-After: soon";
  world.answers = {busy, busy, replied("one"), busy, replied("two")};
  world.settings.limits.max_turns = 2;
  world.run();
  const std::string warning =
      "warning: the model server sent \"Retry-After: soon\": no time that can be meant (0 s to a "
      "day, or a date); it is ignored";
  EXPECT_EQ(std::ranges::count(world.trace, warning), 1);
  EXPECT_EQ(world.stored.back().reply->text, "\"two\"");
}

TEST(TurnLoop, HandsThePointerOnFromTurnToTurn) {
  World world;
  world.settings.limits.max_turns = 4;
  std::vector<std::optional<MapPoint>> given;
  world.executor = [&](const ExecutorRequest& request) -> Result<ExecutorReply, ChildFailure> {
    given.push_back(request.pointer);
    if (request.options.turn == 3) return ChildFailure{ChildFailure::Kind::ended, 0, "crashed"};
    ExecutorReply reply;
    if (request.options.turn == 2) reply.pointer = MapPoint{10, 20};
    return reply;
  };
  world.run();
  // The pointer stays if the executor dies.
  const std::vector<std::optional<MapPoint>> expected = {std::nullopt, std::nullopt,
                                                         MapPoint{10, 20}, MapPoint{10, 20}};
  EXPECT_EQ(given, expected);
  EXPECT_EQ(world.stored.front().pointer, std::nullopt);
  EXPECT_EQ(world.stored.back().pointer, (MapPoint{10, 20}));
}

TEST(TurnLoop, TellsTheExecutorHowAReplyEndedAndThatTheModelWasAskedBack) {
  World world;
  world.settings.limits.max_turns = 4;
  ModelAnswer cut = replied("two"), silent = replied("three");
  cut.reply.finish_reason = "length";
  silent.reply.finish_reason.reset();
  world.answers = {replied("one"), cut, silent, replied("four")};
  world.executor = [](const ExecutorRequest& request) {
    ExecutorReply reply;
    if (request.options.turn == 2)
      reply.error = CallFailure{std::string(kAskedBack), "call a tool", 0};
    return reply;
  };
  std::vector<std::string> given;
  world.before_executor = [&](int) {
    const ExecutorRequest& request = world.asked.back();
    given.push_back(request.finish_reason + (request.asked_back ? ", asked back" : ""));
  };
  world.run();
  EXPECT_EQ(given, (Trace{"", "stop", "length, asked back", ""}));
  EXPECT_EQ(
      std::ranges::count_if(world.trace,
                            [](const std::string& line) {
                              return line.starts_with("warning: the model's reply is cut off");
                            }),
      1);
  // A run resumed from the state after turn 2 sends the same, whether turn 3 was begun or not.
  const auto stored = std::ranges::find_if(
      world.stored, [](const LoopState& each) { return each.turn == 2 && each.acting; });
  ASSERT_NE(stored, world.stored.end());
  for (const bool begun : {false, true}) {
    LoopState state = parse_loop_state(to_json(*stored)).value();
    if (!begun) state.acting.reset();
    World next;
    next.settings.limits.max_turns = 3;
    next.run(state);
    EXPECT_EQ(next.asked.front().finish_reason, "length") << begun;
    EXPECT_TRUE(next.asked.front().asked_back) << begun;
  }
}

TEST(TurnLoop, PausesAtALoopOfSeveralTurns) {
  World world;
  world.settings.limits.pause_after_repeats = 3;
  world.executor = [](const ExecutorRequest& request) {
    ExecutorReply reply;
    if (request.reply) reply.items.emplace_back().call = request.reply->text;
    return reply;
  };
  world.before_answer = [&](int turn) { world.answers = {replied(turn % 2 == 1 ? "A" : "B")}; };
  world.run();
  EXPECT_EQ(world.trace.back(),
            "paused: the same 2 turns 3 times in a row ([limits] pause_after_repeats): \"A\" / "
            "\"B\"");
}

TEST(TurnLoop, AModelThatIsNotThereIsReplacedByTheFallback) {
  World world;
  world.settings.limits.max_turns = 2;
  world.settings.model.name = "big";
  world.settings.model.fallback = "small";
  world.answers = {refused(404, "model 'big' not found"), replied("one"), replied("two")};
  world.run();
  std::vector<std::string> models;
  for (const std::string& body : world.bodies)
    models.push_back(read_chat_request(body).value().model);
  EXPECT_EQ(models, (Trace{"big", "small", "small"}));
}

// A model name from a profile is not a person's choice.
TEST(TurnLoop, AProfilesModelThatIsNotThereIsReplacedByOneThatIs) {
  World world;
  world.settings.limits.max_turns = 2;
  world.settings.model.name = "big";
  world.other_is_taken = true;
  world.answers = {refused(404, "model 'big' not found"), replied("1"), replied("2")};
  world.run();
  std::vector<std::string> models;
  for (const std::string& body : world.bodies)
    models.push_back(read_chat_request(body).value().model);
  EXPECT_EQ(models, (Trace{"big", "one", "one"}));
}

TEST(TurnLoop, AModelThatAPersonChoosesEndsThePause) {
  World world;
  world.settings.limits.max_turns = 1;
  world.settings.model.name = "big";
  world.answers = {refused(404, "model 'big' not found"), replied("1")};
  LoopPorts ports = world.ports();
  const auto quiet = ports.next_command;
  ports.next_command = [&](int wait_ms) -> std::optional<ControlCommand> {
    if (wait_ms < 0) return ControlCommand{Command::model, "two"};
    return quiet(wait_ms);
  };
  TurnLoop(ports, *world.memory, *find_api("chat"), LoopState{}, "/run").run();
  EXPECT_EQ(read_chat_request(world.bodies.back()).value().model, "two");
}

TEST(TurnLoop, PauseFinishesTheTurnAndStepMakesOne) {
  World world;
  world.settings.limits.max_turns = 9;
  world.before_answer = [&](int turn) {
    if (turn == 1) world.commands.push_back({Command::pause, ""});
  };
  int pauses = 0;
  LoopPorts ports = world.ports();
  const auto quiet = ports.next_command;
  ports.next_command = [&](int wait_ms) -> std::optional<ControlCommand> {
    if (wait_ms >= 0) return quiet(wait_ms);
    return ControlCommand{++pauses == 1 ? Command::step : Command::stop, ""};
  };
  Trace warned;
  ports.log = [&](LogLevel level, const std::string& text) {
    if (level != LogLevel::info) warned.push_back(text);
  };
  EXPECT_EQ(TurnLoop(ports, *world.memory, *find_api("chat"), LoopState{}, "/run").run().text,
            "stopped");
  EXPECT_EQ(warned, Trace{});  // the person asked for both pauses
  EXPECT_EQ(world.trace,
            (Trace{"turn 1", "acting", "thinking", "ask 1", "paused: asked to", "turn 2", "acting",
                   "thinking", "ask 2", "paused: one step was made"}));
  EXPECT_EQ(world.stored.back().turn, 2);
}

TEST(TurnLoop, AStopDuringTheModelLeavesTheTurnToBeRepeated) {
  World world;
  ModelAnswer cut;
  cut.transport = ModelAnswer::Transport::stopped;
  world.answers = {replied("one"), cut};
  world.before_answer = [&](int turn) {
    if (turn == 2) world.commands.push_back({Command::stop, ""});
  };
  EXPECT_EQ(world.run(), "stopped");
  EXPECT_EQ(world.stored.back().turn, 1);
  EXPECT_EQ(world.stored.back().reply->text, "\"one\"");
  EXPECT_EQ(world.stored.back().acting->turn, 2);
}

TEST(TurnLoop, NotesGoOnceWithTheNextTurn) {
  World world;
  world.settings.limits.max_turns = 3;
  world.before_answer = [&](int turn) {
    if (turn != 1) return;
    ControlCommand note{Command::note, "draw a dog"};
    note.number = 4;
    world.commands = {note, {Command::note, "a big one"}};
  };
  world.run();
  const auto text = [&](std::size_t i) {
    return std::string(*one_text(read_chat_request(world.bodies[i]).value().messages[2]));
  };
  EXPECT_EQ(text(0), R"("OK: 1 action executed.")");
  EXPECT_EQ(text(1), R"("OK: 1 action executed.\nOPERATOR: draw a dog\na big one")");
  EXPECT_EQ(text(2), R"("OK: 1 action executed.")");
  EXPECT_EQ(world.acted[1].note, "draw a dog\na big one");
  EXPECT_EQ(world.acted[1].notes, std::vector{4});
  EXPECT_EQ(world.acted[2].notes, std::vector<int>());
}

TEST(TurnLoop, AFailedExecutorIsAPictureLessTurn) {
  World world;
  world.settings.limits.max_turns = 2;
  world.answers = {replied("one"), replied("two")};
  world.executor = [](const ExecutorRequest&) {
    return ChildFailure{ChildFailure::Kind::no_answer, 20000, "no answer in 20 s"};
  };
  world.run();
  const RequestView view = read_chat_request(world.bodies[1]).value();
  EXPECT_EQ(one_text(view.messages[1]), "\"one\"");
  EXPECT_EQ(one_text(view.messages[2]),
            R"("ERROR: the executor did not answer in 20 s; there is no picture this turn.")");
  EXPECT_EQ(find_part(view.messages[2], Part::Kind::picture), nullptr);
}

TEST(TurnLoop, PausesWhenTheModelFailsTurnAfterTurn) {
  World world;
  world.settings.limits.pause_after_failures = 3;
  world.executor = [](const ExecutorRequest&) {
    ExecutorReply reply;
    reply.feedback = "SyntaxError: no ```python block found in your reply.";
    reply.error = CallFailure{"SyntaxError", reply.feedback, 0};
    return reply;
  };
  int turn = 0;
  world.before_answer = [&](int now) {
    turn = now;
    world.answers = {replied(std::to_string(now))};
  };
  world.run();
  EXPECT_EQ(turn, 3);
  EXPECT_EQ(world.trace.back(),
            "paused: the last 3 replies led to no action ([limits] pause_after_failures). The last "
            "one: \"2\"; the error: SyntaxError: no ```python block found in your reply.");
}
}  // namespace franz::orchestrator
