#include "common/run/memory_check.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/sha256.h"
#include "common/formats/memories.h"
#include "common/wire/api/apis.h"
#include "common/wire/executor_messages.h"
#include "common/wire/limits.h"
#include "tests/proxy/record/turn_log_talk.h"

namespace franz {
namespace {
TEST(MemoryCheck, JudgesEachStoryByTheReplyBefore) {
  Talk talk;
  talk.turn(1, R"("")", R"("one\n")");
  talk.turn(2, R"("one\n")", R"("two")");
  talk.turn(3, R"("Two")", R"("three")");     // one character
  talk.turn(4, R"("thre\u0065")", R"("4")");  // the same text in other bytes
  talk.turn(5, R"("4")", R"("five")");
  EXPECT_EQ(talk.verdicts(),
            (Lines{"1/1 first", "2/1 ok", "3/1 violation", "4/1 violation", "5/1 ok"}));
}

TEST(MemoryCheck, TakesTheLastWholeReplyOfTheTurnBefore) {
  Talk talk;
  talk.started(1), talk.acted(1);
  const std::string first = request_body(R"("")", R"("F")", false);
  talk.request(1, FranzTurn{"RUN", 1, 1}, first);
  talk.answer(1, R"({"error":"busy"})", 503);
  talk.request(2, FranzTurn{"RUN", 1, 2}, first);
  talk.answer(2, R"({"choices":[{"mess)", 200, "cut", false);
  talk.request(3, FranzTurn{"RUN", 1, 3}, first);
  talk.answer(3, reply_body(R"("whole")"));
  EXPECT_EQ(
      talk.said(),
      (Lines{"save exchange/000/0001-1.request", "opened 1/1", "save exchange/000/0001-1.response",
             "log turn 1, attempt 1: status 503: busy", "save exchange/000/0001-2.request",
             "opened 1/2", "save exchange/000/0001-2.response",
             "log turn 1, attempt 2: status 200, cut", "save exchange/000/0001-3.request",
             "opened 1/3", "save exchange/000/0001-3.response", "save turn_0001.json",
             "recorded 1/3 first"}));
  // An orchestrator that was killed before it stored the reply asks again, and counts from 1.
  talk.started(1), talk.acted(1);
  talk.request(4, FranzTurn{"RUN", 1, 1}, first);
  talk.answer(4, reply_body(R"("again")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/4 first"});
  talk.turn(2, R"("again")", R"("two")");
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
}

TEST(MemoryCheck, SaysUnverifiableWhereAReplyWasNotReadWhole) {
  Talk talk;
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  // It looks like a reply, but who asked may have decoded it to another one.
  talk.answer(1, reply_body(R"("?")"), 200, "compressed: gzip");
  talk.turn(2, R"("?")", R"("two")");
  talk.turn(3, R"("two")", R"("three")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 unverifiable", "3/1 ok"}));
  EXPECT_NE(
      talk.file("turn_0002.json")
          .find(R"("detail":{"text":"the reply to turn 1 could not be read whole: compressed)"),
      std::string::npos);
}

TEST(MemoryCheck, AcceptsAStreamThatIsDoneBeforeItsConnection) {
  Talk talk;
  const std::string stream =
      "data: {\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"\\udc31b\"}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"c\"},\"finish_reason\":\"stop\"}]}\n\n"
      "data: [DONE]\n\n";
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  talk.begin(1);
  talk.piece(1, stream);
  // The next turn is asked for on another connection while the first is still open.
  talk.started(2), talk.acted(2);
  talk.request(2, FranzTurn{"RUN", 2, 1}, request_body(R"("a\ud83d\udc31bc")", R"("F")", false));
  talk.answer(2, reply_body(R"("two")"));
  talk.end(1, stream, 200, "cut", false, 1400);
  EXPECT_EQ(talk.verdicts(), (Lines{"2/1 ok", "1/1 first"}));
}

TEST(MemoryCheck, JudgesAStoryAgainWhenTheReplyBeforeEndedLate) {
  Talk talk;
  const std::string reply = reply_body(R"("one")");
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  talk.begin(1);
  talk.piece(1, reply);
  talk.started(2), talk.acted(2);
  talk.request(2, FranzTurn{"RUN", 2, 1}, request_body(R"("one")", R"("F")", false));
  talk.end(1, reply, 200, "", true, 1400);
  talk.answer(2, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 ok"}));
}

// It asks again with the same story, or goes on with the part that it has got; a number cannot
// tell.
TEST(MemoryCheck, AccusesNoClientWithoutIdsThatCutItsReply) {
  const std::vector<std::pair<std::string, std::string>> rows = {{R"("one")", "ok"},
                                                                 {R"("tw")", "unverifiable"}};
  for (const auto& [story, verdict] : rows) {
    Talk talk(options_of(false));
    talk.request(1, std::nullopt, request_body(R"("")", R"("F")", false));
    talk.answer(1, reply_body(R"("one")"));
    talk.request(2, std::nullopt, request_body(R"("one")", R"("F")", false));
    talk.answer(2, R"({"choices":[{"message":{"content":"tw)", 200, "aborted", false);
    talk.request(3, std::nullopt, request_body(story, R"("F")", false));
    talk.answer(3, reply_body(R"("two")"));
    EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/2 " + verdict}));
    talk.request(4, std::nullopt, request_body(R"("tWo")", R"("F")", false));
    talk.answer(4, reply_body(R"("three")"));
    EXPECT_EQ(talk.verdicts(), Lines{"3/1 violation"});  // nothing was cut here
  }
  // A client with ids says which turn it means.
  Talk talk;
  talk.turn(1, R"("")", R"("one")");
  talk.request(90, FranzTurn{"RUN", 2, 1}, request_body(R"("one")", R"("F")", false));
  talk.answer(90, R"({"choices":[{"message":{"content":"tw)", 200, "aborted", false);
  talk.turn(2, R"("tw")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/2 violation"}));
}

TEST(MemoryCheck, SaysWhereAViolationIs) {
  Talk talk;
  talk.turn(1, R"("")", R"("the cat sat")");
  talk.said();
  talk.turn(2, R"("the cAt sat")", R"("two")");
  const Lines said = talk.said();
  EXPECT_NE(std::find(said.begin(), said.end(),
                      "log turn 2: the memory was changed between reply and request: the story is "
                      "not the reply before it, from character 5 on: expected \"the cat sat\", got "
                      "\"the cAt sat\" (11 and 11 characters)"),
            said.end())
      << said[0];
}

TEST(MemoryCheck, GivesNoVerdictOnAnUnknownMemory) {
  TurnLogOptions options = options_of(true);
  options.memory = nullptr;
  Talk talk(options);
  talk.turn(1, R"("x")", R"("one")");
  talk.turn(2, R"("y")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 not_applicable", "2/1 not_applicable"}));
}

TEST(MemoryCheck, SurvivesRequestsThatAreNotWhatTheyShouldBe) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"not JSON", "the request could not be read"},
      {R"({"messages":[{"role":"user","content":"x"}]})", "expected 3 messages, got 1"},
      {R"({"messages":[{"role":"a","content":"x"},{"role":"a","content":[]},)"
       R"({"role":"a","content":"x"}]})",
       "messages[1] has no single text"},
  };
  for (const auto& [body, why] : rows) {
    Talk talk;
    talk.started(1), talk.acted(1);
    talk.request(1, FranzTurn{"RUN", 1, 1}, body);
    talk.answer(1, reply_body(R"("one")"));
    EXPECT_EQ(talk.verdicts(), Lines{"1/1 unverifiable"}) << body;
    EXPECT_NE(talk.file("turn_0001.json").find(why), std::string::npos)
        << talk.file("turn_0001.json");
  }
}

// Members that an index beyond every integer would have to be looked for in.
TEST(MemoryCheck, ReadsARequestThatNamesItsMessagesTwice) {
  Talk talk;
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1},
               R"({"messages":{"99999999999999999999999":{"content":"x"}},"messages":[]})");
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 unverifiable"});
}

// A longer text could not be read back out of a record: it is named, and nothing of it is kept.
TEST(MemoryCheck, NamesTextsOver16MiB) {
  const std::string longer = "\"" + std::string(kMaxReply + 1, 'x') + "\"";
  TurnLogOptions options = options_of(true);
  options.held_bytes = kMaxMessage;
  Talk talk(options);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  const std::string reply = reply_body(longer);
  talk.begin(1);
  talk.piece(1, reply);
  talk.end(1, reply, 200, "", true, 1400);
  EXPECT_EQ(talk.said().back(),
            "log turn 1, attempt 1: status 200: the reply's text is longer than 16 MiB; reading it "
            "was given up");

  talk.started(2), talk.acted(2);
  talk.request(2, FranzTurn{"RUN", 2, 1}, request_body(longer, longer, false));
  talk.answer(2, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 unverifiable"});
  const Result<TurnRecord> record = parse_turn_record(talk.file("turn_0002.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().story.str() + record.value().feedback, "nullnull");
  EXPECT_NE(record.value().detail.find("messages[1] is longer than 16 MiB"), std::string::npos)
      << record.value().detail;
}

// A conversation of two turns that are over, as "history" sends it with the third.
class Conversation {
 public:
  Conversation() {
    first_.turn = 1;
    first_.reply = {R"("<think>hm</think>on\u0065")", {{R"("c1")", R"("look")", R"("{}")"}}};
    first_.feedback = "SEE";
    second_.turn = 2;
    second_.reply = {R"("two")", {{R"("c2")", R"("click")", R"("{\"x\":1}")"}}};
    second_.answers = {{R"("c1")", R"("seen")", false}};
    second_.picture = PictureRef{sha256_hex("a picture")};
    now_.system = "SYS";
    now_.objective = "draw";
    now_.answers = {{R"("c2")", R"("clicked")", false}};
  }

  std::string body() const {
    return all_apis().front().body(
        {}, memory_.messages(std::vector{first_, second_}, now_, {5, 0}), "",
        [](const PictureRef&) { return std::string_view("YSBwaWN0dXJl"); });
  }

  // Of the request for turn 3: the verdict and what it says.
  std::string judged(const std::string& body, bool first_told = true,
                     bool picture_read = true) const {
    MemoryCheck check(&memory_, {}, {});
    check.delivered(1, first_.reply.text, first_.reply.calls);
    check.delivered(2, second_.reply.text, second_.reply.calls);
    if (first_told) check.told(1, told(first_.feedback, {}));
    check.told(2, told("", second_.answers));
    if (picture_read) {
      check.pictured(2, second_.picture->sha256);
    } else {
      check.picture_not_read(2);
    }
    const RequestView view = all_apis().front().read(body).value();
    const ToldTurn third = told("", now_.answers);
    const CarriedReplies carried = check.read(3, third, view, *check.expected(3, third, view));
    const SstResult result = check.judge(3, carried, false);
    return std::string(name_of(result.verdict)) + ": " + result.detail;
  }

 private:
  static ToldTurn told(const std::string& feedback, const std::vector<Answer>& answers) {
    ToldTurn told;
    told.out = R"({"feedback":")" + feedback + R"(","answers":)" + answers_json(answers) + "}";
    told.memory.emplace();
    told.memory->name = "history";
    told.memory->objective = "draw";
    told.memory->options = {5, 0};
    return told;
  }

  const Memory& memory_ = *find_memory("history");
  Step first_, second_;
  Now now_;
};

// Each row edits one part of an old message or of a new one.
TEST(MemoryCheck, FindsWhatWasChangedInAConversation) {
  const Conversation talk;
  const struct {
    const char *from, *to, *judged;
  } rows[] = {
      {"", "", "ok: "},
      {R"("on\u0065")", R"("one")", "violation: messages[2] is not the reply to turn 1"},
      {R"("two")", R"("Two")",
       "violation: the story is not the reply before it, from character 0 on: expected \"two\", "
       "got \"Two\" (3 and 3 characters)"},
      {R"({\"x\":1})", R"({\"x\":\u0031})",
       "violation: the text is the same, but it was written in other bytes, from byte 7 on: "
       "expected \"{\\\\\\\"x\\\\\\\":1}\", got \"{\\\\\\\"x\\\\\\\":\\\\u0031}\" (9 and 14 "
       "bytes)"},
      {R"("name":"look")", R"("name":"lock")",
       "violation: messages[2].tool_calls[0].name is not what the memory sends, from character 2 "
       "on: expected \"look\", got \"lock\" (4 and 4 characters)"},
      {R"("content":"clicked")", R"("content":"missed")",
       "violation: messages[6] is not what the memory sends, from character 0 on: expected "
       "\"clicked\", got \"missed\" (7 and 6 characters)"},
      {R"("tool_call_id":"c1")", R"("tool_call_id":"c2")",
       "violation: messages[3].tool_call_id is not what the memory sends, from character 1 on: "
       "expected \"c1\", got \"c2\" (2 and 2 characters)"},
      {R"({"role":"tool","tool_call_id":"c1","content":"seen"},)", "",
       "violation: messages: expected system, user, assistant, tool, user, assistant, tool, user, "
       "got system, user, assistant, user, assistant, tool"},
      {R"({"type":"text","text":"SEE"})", R"({"type":"text","text":"SEA"})",
       "violation: messages[1] is not what the memory sends, from character 2 on: expected "
       "\"SEE\", got \"SEA\" (3 and 3 characters)"},
      {R"(,{"type":"text","text":"SEE"})", "",
       "violation: messages[1]: expected 2 texts, got one text"},
      {"YSBwaWN0dXJl", "YSBwaWN0dXJm",
       "violation: sha256 of the picture in messages[4]: expected "},
  };
  for (const auto& row : rows) {
    std::string body = talk.body();
    const std::size_t at = body.find(row.from);
    ASSERT_NE(at, std::string::npos) << row.from << " in " << body;
    body.replace(at, std::string(row.from).size(), row.to);
    const std::string judged = talk.judged(body);
    EXPECT_EQ(judged.substr(0, std::string(row.judged).size()), row.judged);
    EXPECT_TRUE(*row.from != 0 || judged == row.judged) << judged;
  }
  EXPECT_EQ(talk.judged(talk.body(), false), "unverifiable: turn 1 is not known");
  EXPECT_EQ(talk.judged(talk.body(), true, false), "unverifiable: turn 2 is not known");
  // A changed story is one all the same.
  std::string body = talk.body();
  body.replace(body.find(R"("two")"), 5, R"("Two")");
  EXPECT_TRUE(talk.judged(body, false).starts_with("violation: the story is not the reply"));
  EXPECT_TRUE(talk.judged(body, true, false).starts_with("violation: the story is not the reply"));
}

// What Holo's models keep for themselves is in their replies alone.
TEST(MemoryCheck, FindsAChangedByteInANoteOfHolo) {
  const Memory& holo = *find_memory("holo");
  const auto reply_to = [](int turn) {
    return R"("<think>hm</think>\n{\"note\":\"caf\u00e9 )" + std::to_string(turn) +
           R"(\",\"tool_call\":{\"tool_name\":\"wait\"}}")";
  };
  ToldTurn told;
  told.out = R"j({"feedback":"","answers":[],"items":[]})j";
  told.memory.emplace();
  told.memory->name = "holo";
  told.memory->objective = "draw";
  told.memory->options = {3, 0};
  std::vector<Step> steps;
  MemoryCheck check(&holo, {}, {});
  for (int turn = 1; turn <= 2; ++turn) {
    Step step;
    step.turn = turn;
    step.reply.text = reply_to(turn);
    steps.push_back(step);
    check.told(turn, told);
    check.delivered(turn, step.reply.text, {});
  }
  Now now;
  now.system = "SYS";
  now.objective = "draw";
  const std::string body =
      all_apis().front().body({}, holo.messages(steps, now, told.memory->options), "",
                              [](const PictureRef&) { return std::string_view(); });
  const auto judged = [&](const std::string& from, const std::string& to) {
    std::string changed = body;
    changed.replace(changed.find(from), from.size(), to);
    const RequestView view = all_apis().front().read(changed).value();
    const CarriedReplies carried = check.read(3, told, view, *check.expected(3, told, view));
    return std::string(name_of(check.judge(3, carried, false).verdict));
  };
  EXPECT_EQ(judged("", ""), "ok");
  for (const std::string turn : {"1", "2"}) {
    EXPECT_EQ(judged("caf\\u00e9 " + turn, "caf\\u00e9 9"), "violation");
    EXPECT_EQ(judged("caf\\u00e9 " + turn, "caf\\u00E9 " + turn), "violation");
    EXPECT_EQ(judged("caf\\u00e9 " + turn, "caf\xc3\xa9 " + turn), "violation");
  }
}

// "glm" sends a reply in several parts: what it says of its step, and the list that the model
// keeps.
TEST(MemoryCheck, ProvesTheMemoryThatAModelKeepsForItself) {
  const Memory& memory = *find_memory("glm");
  const auto reply_with = [](const std::string& list) {
    return Reply{R"j("Go. <|begin_of_box|>WAIT()<|end_of_box|>)j" + list + "\"", {}};
  };
  const std::string first_list = R"(\nMemory:\n[\"\u0061 one\"])";
  const std::string second_list = R"(\nMemory:\n[\"two\"])";
  const struct {
    std::string second;  // what ends the second reply
    const char *from, *to, *judged;
  } rows[] = {
      {second_list, "", "", "ok: "},
      {"", "", "", "ok: "},
      {second_list, R"([\"two\"])", R"([\"twO\"])",
       "violation: messages[0] is not the reply to turn 2"},
      {second_list, R"([\"two\"])", R"([\"tw\u006f\"])",
       "violation: messages[0] is not the reply to turn 2"},
      {second_list, R"([\"two\"])", R"([\"\u0061 one\"])",
       "violation: messages[0] is not the reply to turn 2"},
      {second_list, R"([\"two\"])", "[]", "violation: messages[0] is not the reply to turn 2"},
      {"", R"([\"\u0061 one\"])", R"([\"a one\"])",
       "violation: messages[0] is not the reply to turn 1"},
      {second_list,
       R"j(step 1: Screenshot:(Omitted in context.)"},{"type":"text","text":" Thought: Go.)j",
       R"j(step 1: Screenshot:(Omitted in context.)"},{"type":"text","text":" Thought: No.)j",
       "violation: messages[0] is not the reply to turn 1"},
      {second_list,
       R"j(step 2: Screenshot:(Omitted in context.)"},{"type":"text","text":" Thought: Go.)j",
       R"j(step 2: Screenshot:(Omitted in context.)"},{"type":"text","text":" Thought: No.)j",
       "violation: the story is not the reply before it, from character 10 on: "},
      {second_list, "# Output Format", "# Output format",
       "violation: messages[0] is not what the memory sends, "},
  };
  for (const auto& row : rows) {
    std::vector<Step> steps(2);
    steps[0].turn = 1;
    steps[0].reply = reply_with(first_list);
    steps[1].turn = 2;
    steps[1].reply = reply_with(row.second);
    Now now;
    now.system = "SYS";
    std::string body =
        all_apis().front().body({}, memory.messages(steps, now, {1, 0}), "",
                                [](const PictureRef&) { return std::string_view(); });
    const std::size_t at = body.find(row.from);
    ASSERT_NE(at, std::string::npos) << row.from << " in " << body;
    body.replace(at, std::string(row.from).size(), row.to);

    ToldTurn told;
    told.out = R"({"feedback":""})";
    told.memory.emplace();
    told.memory->name = "glm";
    told.memory->options = {1, 0};
    MemoryCheck check(&memory, {}, {});
    for (const Step& step : steps) {
      check.delivered(step.turn, step.reply.text, {});
      check.told(step.turn, told);
    }
    const RequestView view = all_apis().front().read(body).value();
    const SstResult result =
        check.judge(3, check.read(3, told, view, *check.expected(3, told, view)), false);
    const std::string judged = std::string(name_of(result.verdict)) + ": " + result.detail;
    EXPECT_EQ(judged.substr(0, std::string(row.judged).size()), row.judged) << row.to;
    EXPECT_TRUE(*row.from != 0 || judged == row.judged) << judged;
  }
}

TEST(MemoryCheck, HoldsTheToolsAgainstThoseOfTheTurn) {
  const MemoryCheck check(find_memory("sst"), {}, {});
  const auto judged = [&](const std::string& tools, const std::string& told_tools) {
    ToldTurn told;
    told.memory.emplace();
    if (!told_tools.empty()) told.memory->tools_sha256 = sha256_hex(told_tools);
    const std::string body =
        all_apis().front().body({}, find_memory("sst")->messages({}, {}, {}), tools,
                                [](const PictureRef&) { return std::string_view(); });
    const RequestView view = all_apis().front().read(body).value();
    const CarriedReplies carried = check.read(1, told, view, *check.expected(1, told, view));
    return std::string(name_of(check.judge(1, carried, false).verdict));
  };
  EXPECT_EQ(judged(R"([{"a":1}])", R"([{"a":1}])"), "first");
  EXPECT_EQ(judged(R"([{"a":2}])", R"([{"a":1}])"), "violation");
  EXPECT_EQ(judged("", R"([{"a":1}])"), "violation");
  EXPECT_EQ(judged("", ""), "first");
}

// Of a conversation without pictures: what a request holds before `more`, and a reply that calls.
std::string conversation(const std::string& more) {
  return R"({"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","content":[)"
         R"j({"type":"text","text":"(no objective is set)"}]})j" +
         more + "]}";
}
std::string calling_reply(const std::string& id) {
  return R"({"choices":[{"message":{"content":"go","tool_calls":[{"id":")" + id +
         R"(","function":{"name":"look","arguments":"{}"}}]},"finish_reason":"tool_calls"}]})";
}
const std::string kSecondOfConversation = conversation(
    R"(,{"role":"assistant","content":"go","tool_calls":[{"id":"c1","type":"function",)"
    R"("function":{"name":"look","arguments":"{}"}}]},)"
    R"({"role":"tool","tool_call_id":"c1","content":"seen"})");
const std::string kSeen = R"("answers":[{"id":"c1","text":"seen","picture":false}],)";

// Pipe and socket are read by different threads: the request may be there before what was told.
TEST(MemoryCheck, ReadsAConversationAgainWhenItsTurnIsTold) {
  TurnLogOptions options = options_of(true);
  options.memory = find_memory("history");
  Talk talk(options);
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, conversation(""));
  talk.answer(1, calling_reply("c1"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});

  talk.started(2);
  talk.request(2, FranzTurn{"RUN", 2, 1}, kSecondOfConversation);
  talk.answer(2, reply_body(R"("done")"));
  EXPECT_EQ(talk.verdicts(), Lines{});
  EXPECT_GT(talk.log().held_bytes(), 0U);
  talk.acted(2, std::nullopt, 950, kSeen);
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
  EXPECT_EQ(talk.log().held_bytes(), 0U);
}

// What it had for a picture is not what the next loop's requests tell of that turn.
TEST(MemoryCheck, LearnsNothingFromARequestThatIsReadWhenItsLoopHasEnded) {
  TurnLogOptions options = options_of(true);
  options.memory = find_memory("history");
  Talk talk(options);
  talk.ask(1, FranzTurn{"RUN", 1, 1});
  talk.take(talk.log().loop_ended());
  talk.started(1), talk.acted(1);
  talk.request(2, FranzTurn{"RUN", 1, 2}, conversation(""));
  talk.answer(2, calling_reply("c1"));
  talk.bytes(1, MessagePiece::Side::request, "", "not JSON");
  talk.asked(1, 8);
  talk.started(2), talk.acted(2, std::nullopt, 950, kSeen);
  talk.request(3, FranzTurn{"RUN", 2, 1}, kSecondOfConversation);
  talk.answer(3, reply_body(R"("done")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 ok"}));
}
}  // namespace
}  // namespace franz
