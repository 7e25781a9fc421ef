// What the loop sends of earlier turns, by memory.
#include <gtest/gtest.h>
#include <algorithm>
#include "common/formats/memories.h"
#include "common/run/step_json.h"
#include "common/wire/api/apis.h"
#include "tests/orchestrator/loop_world.h"
#include "tests/support/dialogue_memory.h"

namespace franz::orchestrator {
// The loop uses a memory only through the table's interface.
TEST(TurnLoop, SendsWhatAnyMemoryMakesOfTheSteps) {
  World world;
  world.memory = &kDialogue;
  world.settings.limits.max_turns = 3;
  world.answers = {replied("one"), replied(R"(\ud83d)"), replied("three")};
  world.run();
  ASSERT_EQ(world.bodies.size(), 3U);
  const Result<Step> last = parse_step(world.stored.back().step.value_or(""));
  ASSERT_TRUE(last.ok()) << last.error().message;
  EXPECT_EQ(last.value().turn, 3);
  EXPECT_EQ(last.value().feedback, "OK: 1 action executed.");
  EXPECT_EQ(last.value().reply, Reply{}) << "that is the story";
  const std::string& body = world.bodies[2];
  EXPECT_EQ(
      body.substr(body.find("\"messages\"")),
      R"("messages":[{"role":"system","content":"SYSTEM"},)"
      R"({"role":"user","content":[{"type":"text","text":"It said: OK: 1 action executed."}]},)"
      R"({"role":"assistant","content":"one"},)"
      R"({"role":"user","content":[{"type":"text","text":"It said: OK: 1 action executed."}]},)"
      R"({"role":"assistant","content":"\ud83d"},)"
      R"({"role":"user","content":[{"type":"text","text":"OK: 1 action executed."},)"
      R"({"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}]}]})");
}

TEST(TurnLoop, TellsTheMemoryAsItIsUsed) {
  World world;
  world.settings.agent.objective = "a dog";
  world.settings.agent.max_steps = 2;
  world.settings.agent.keep_pictures = 3;
  world.settings.agent.keep_thinks = 5;
  LoopPorts ports = world.ports();
  std::vector<std::string> reported;
  ports.emit = [&](const LoopEvent& event) {
    if (event.kind == LoopEvent::Kind::turn_acted)
      reported.push_back(event.memory ? to_json(*event.memory) : "null");
  };
  TurnLoop(std::move(ports), kDialogue, *find_api("chat"), {}, "/run").run();
  const std::string head =
      R"({"name":"dialogue","options":{"keep_pictures":3,"keep_thinks":5},"objective":"a dog",)"
      R"("turns_left":)";
  EXPECT_EQ(reported, (Trace{head + "2}", head + "1}", "null"}));
}

// The record has the values that were sent; an edit of the settings waits for the next turn.
TEST(TurnLoop, AsksAgainWithTheMemoryThatItTold) {
  static std::vector<int> asked_with;
  asked_with.clear();
  const Memory counting{"counting", Need::last_reply, PictureDue::always,
                        [](std::span<const Step> steps, const Now& now, const MemoryOptions& used) {
                          asked_with.push_back(used.keep_pictures);
                          return find_memory("sst")->messages(steps, now, used);
                        }};
  World world;
  world.memory = &counting;
  world.settings.limits.max_turns = 2;
  world.settings.agent.keep_pictures = 3;
  world.answers = {refused(503, "loading"), replied("one")};
  world.before_answer = [&](int) { world.settings.agent.keep_pictures = 4; };
  world.run();
  EXPECT_EQ(asked_with, (std::vector<int>{3, 3, 4}));
}

namespace {
// Answers like the dialect of tool calls: a picture if the call asks for one.
Result<ExecutorReply, ChildFailure> act(const ExecutorRequest& request) {
  ExecutorReply reply;
  reply.screen = {0, 0, 1920, 1080};
  if (request.reply)
    for (const ReplyCall& call : request.reply->calls)
      reply.answers.push_back({call.id, "\"done\"", false});
  const bool asks =
      request.reply && !request.reply->calls.empty() && request.reply->calls[0].name == "\"look\"";
  if (!request.reply || asks || request.picture == PictureDue::always)
    reply.screenshot_b64 = "aGk" + std::to_string(request.options.turn % 10);
  return reply;
}

ModelAnswer calling(const std::string& name, const std::string& text = "") {
  ModelAnswer answer = replied(text);
  answer.reply.calls = {{"\"c\"", "\"" + name + "\"", "\"{}\""}};
  return answer;
}

World conversation(int turns) {
  World world;
  world.memory = find_memory("history");
  world.executor = act;
  world.settings.agent.dialect = "tool_calls";
  world.settings.agent.objective = "draw";
  world.settings.agent.keep_pictures = 2;
  world.settings.limits.max_turns = turns;
  return world;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}
}  // namespace

TEST(TurnLoop, SendsTheWholeConversationWithItsTools) {
  World world = conversation(4);
  world.answers = {calling("look"), calling("click"), calling("look"), calling("click")};
  world.run();
  ASSERT_EQ(world.bodies.size(), 4U);
  const std::string& last = world.bodies[3];
  EXPECT_EQ(count(last, R"("role":"assistant")"), 3U);
  EXPECT_EQ(count(last, R"("role":"tool","tool_call_id":"c","content":"done")"), 3U);
  EXPECT_EQ(count(last, R"("tools":[)"), 1U);
  EXPECT_EQ(count(last, R"("tool_choice":"auto")"), 1U);
  // Pictures: of the first turn and of the two that asked. Two stay, in steps up to four.
  EXPECT_EQ(count(last, "data:image/png;base64,"), 3U);
  EXPECT_NE(last.find("aGk2"), last.npos);
  EXPECT_NE(last.find("aGk4"), last.npos);
  EXPECT_NE(last.find("aGk1"), last.npos);
  // Turns without a picture keep the last picture that the model saw.
  EXPECT_TRUE(world.asked[2].options.seen.has_value());
}

TEST(TurnLoop, EachTurnHasAPictureWhereTheSettingsWantIt) {
  World world = conversation(2);
  world.answers = {calling("click"), calling("click")};
  world.run();
  EXPECT_EQ(world.asked[1].picture, PictureDue::when_asked);
  World each = conversation(2);
  each.settings.agent.picture_after_action = true;
  each.answers = {calling("click"), calling("click")};
  each.run();
  EXPECT_EQ(each.asked[1].picture, PictureDue::always);
  World closing = conversation(0);
  closing.settings.agent.max_steps = 1;
  closing.answers = {calling("click", "My last words.")};
  EXPECT_EQ(closing.run(), "1 turn is made ([agent] max_steps); its last words: My last words.");
  EXPECT_EQ(closing.asked[1].picture, PictureDue::always);
}

TEST(TurnLoop, AConversationKeepsTheObjectiveThatItBeganWith) {
  World world = conversation(3);
  world.answers = {calling("click"), calling("click"), calling("click")};
  world.before_answer = [&](int) { world.settings.agent.objective = "paint"; };
  world.run();
  for (const std::string& body : world.bodies) {
    EXPECT_EQ(count(body, R"("text":"draw")"), 1U);
    EXPECT_EQ(count(body, "paint"), 0U);
  }
  EXPECT_EQ(world.stored.back().objective, "draw");
  EXPECT_EQ(std::ranges::count_if(world.trace,
                                  [](const std::string& line) {
                                    return line.starts_with("warning: [agent] objective: ");
                                  }),
            1);
  World story;
  story.settings.limits.max_turns = 1;
  story.run();
  EXPECT_EQ(story.stored.back().objective, std::nullopt);
}

// Its picture is read from the run folder, or left out with a warning.
TEST(TurnLoop, GoesOnWithAConversationThatAnotherProcessBegan) {
  for (const bool is_there : {true, false}) {
    World world = conversation(2);
    world.answers = {calling("click")};
    LoopPorts ports = world.ports();
    ports.load_picture = [&](int turn, const PictureRef&) -> Result<std::string> {
      EXPECT_EQ(turn, 1);
      if (!is_there) return Error{"turn_0001.png: it is not there"};
      return std::string("b2xk");
    };
    LoopState state;
    state.turn = 1;
    state.reply = Reply{"\"\"", {{"\"c\"", "\"click\"", "\"{}\""}}};
    state.objective = "draw";
    Step first;
    first.turn = 1;
    first.reply = *state.reply;
    first.picture = PictureRef{"digest"};
    TurnLoop(std::move(ports), *world.memory, *find_api("chat"), state, "/run", {first}).run();
    ASSERT_EQ(world.bodies.size(), 1U);
    EXPECT_EQ(count(world.bodies[0], "base64,b2xk"), is_there ? 1U : 0U);
    EXPECT_EQ(std::ranges::count(world.trace,
                                 "warning: the picture of turn 1 is not sent again: "
                                 "turn_0001.png: it is not there"),
              is_there ? 0 : 1);
  }
}

namespace {
// Each turn of such a run has a reply of some 1000 tokens.
World long_conversation(int turns) {
  World world = conversation(turns);
  world.settings.model.max_tokens = 500;
  world.settings.limits.pause_after_failures = 0;
  for (int i = 0; i < turns; ++i)
    world.answers.push_back(calling("click", std::string(4000, static_cast<char>('a' + i % 26))));
  return world;
}

// For each turn that acted: "1 1 1 7".
std::string first_turns(const World& world) {
  std::string list;
  for (const LoopEvent& event : world.acted)
    list += (list.empty() ? "" : " ") + std::to_string(event.memory->options.from_turn);
  return list;
}

ModelAnswer too_long(const std::string& words) {
  ModelAnswer answer = refused(400, words);
  answer.reply.error.type = "exceed_context_size_error";
  return answer;
}
}  // namespace

TEST(TurnLoop, LeavesOutOlderTurnsBeforeTheContextIsFull) {
  World world = long_conversation(14);
  world.context = 10'000;
  world.run();
  EXPECT_EQ(std::ranges::count(world.trace, "ask for the context"), 1);
  EXPECT_EQ(first_turns(world), "1 1 1 1 1 1 1 1 1 6 6 6 6 6");
  EXPECT_EQ(world.stored.back().from_turn, 6);
  const std::string note = "[Turns 1 to 5 are left out: they no longer fit the context.]";
  EXPECT_EQ(count(world.bodies[8], "left out"), 0U);
  EXPECT_EQ(count(world.bodies[9], note), 1U);
  EXPECT_EQ(count(world.bodies[9], "aaaa"), 0U);
  EXPECT_EQ(count(world.bodies[9], R"("role":"assistant")"), 4U);
  EXPECT_EQ(count(world.bodies[9], R"(text":"draw")"), 1U);
  // The requests between two blocks have the same beginning.
  const std::string before = world.bodies[11].substr(0, world.bodies[11].find(R"("role":"tool")"));
  EXPECT_EQ(world.bodies[12].substr(0, before.size()), before);
  const auto warned = [](const std::string& line) { return line.starts_with("warning: "); };
  EXPECT_EQ(std::ranges::count_if(world.trace, warned), 1);
}

TEST(TurnLoop, TakesTheContextOfTheSettings) {
  World world = long_conversation(12);
  world.settings.model.context = 10'000;
  world.run();
  EXPECT_EQ(std::ranges::count(world.trace, "ask for the context"), 0);
  EXPECT_EQ(first_turns(world), "1 1 1 1 1 1 1 1 1 6 6 6");
}

TEST(TurnLoop, LeavesOutTurnsWhereTheServerRefusesTheRequest) {
  World world = long_conversation(8);
  world.answers.insert(world.answers.begin() + 5, too_long("the request exceeds n_ctx"));
  world.run();
  // The sixth turn is repeated, and its record has what it finally sent.
  EXPECT_EQ(first_turns(world), "1 1 1 1 1 1 3 3 3");
  EXPECT_EQ(world.acted[6].turn, 6);
  EXPECT_EQ(std::ranges::count(world.trace, "ask 6"), 2);
  EXPECT_EQ(world.reason, FinishReason::turns);
}

TEST(TurnLoop, PausesWhereNothingCanBeLeftOut) {
  for (const int turn : {1, 2}) {
    World world = long_conversation(4);
    world.answers.insert(world.answers.begin() + turn - 1, too_long("the request exceeds n_ctx"));
    world.run();
    EXPECT_EQ(world.bodies.size(), static_cast<std::size_t>(turn)) << turn;
    EXPECT_EQ(world.reason, FinishReason::stopped);
  }
  World story;
  story.settings.limits.max_turns = 4;
  story.answers = {replied("one"), replied("two"), replied("three"), too_long("n_ctx: 4096")};
  story.run();
  EXPECT_EQ(story.bodies.size(), 4U);
  EXPECT_EQ(story.reason, FinishReason::stopped);
}

TEST(TurnLoop, GoesOnWithTheTurnsThatWereLeftOut) {
  World world = long_conversation(13);
  std::vector<Step> steps;
  LoopState state;
  state.turn = 11;
  state.from_turn = 6;
  for (int turn = 1; turn <= state.turn; ++turn) {
    Step step;
    step.turn = turn;
    step.reply.text = quote_json("reply " + std::to_string(turn));
    steps.push_back(step);
  }
  state.reply = steps.back().reply;
  TurnLoop(world.ports(), *world.memory, *find_api("chat"), state, "/run", steps).run();
  EXPECT_EQ(first_turns(world), "6 6");
}
}  // namespace franz::orchestrator
