#include "common/run/memory_check.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/sha256.h"
#include "common/formats/memories.h"
#include "common/wire/api/apis.h"
#include "common/wire/executor_messages.h"
#include "common/wire/limits.h"
#include "tests/common/run/observe_dialogue.h"

namespace franz {
namespace {
TEST(MemoryCheck, ComparesEachStoryWithTheReplyBefore) {
  Dialogue talk;
  talk.turn(1, R"("")", R"("one\n")");
  talk.turn(2, R"("one\n")", R"("two")");
  talk.turn(3, R"("Two")", R"("three")");     // one character
  talk.turn(4, R"("thre\u0065")", R"("4")");  // the same text in other bytes
  talk.turn(5, R"("4")", R"("five")");
  EXPECT_EQ(talk.verdicts(),
            (Lines{"1/1 first", "2/1 ok", "3/1 violation", "4/1 violation", "5/1 ok"}));
}

// Two attempts at turn 2 were answered and one was not: the request for turn 3 may continue from
// any of them.
TEST(MemoryCheck, UsesTheRequestsOwnPredecessor) {
  struct Row {
    std::uint64_t after;  // the number of a request; 0: "-"
    std::string story, verdict, why;
  };
  const std::vector<Row> rows = {
      {4, R"("new")", "ok", ""},
      {2, R"("old")", "superseded", "it continues from turn 2, attempt 1, which is not the newest"},
      {2, R"("new")", "violation", "the story is not the reply before it"},
      {4, R"("old")", "violation", "the story is not the reply before it"},
      {1, R"("one")", "superseded", "it continues from turn 1, attempt 1"},
      {3, R"("new")", "unverifiable", "the reply to turn 2 could not be recorded completely"},
      {77, R"("new")", "unverifiable", "what it continues from was not recorded"},
      {0, R"("")", "unverifiable", "it names no reply that it continues from"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::to_string(row.after) + " " + row.story);
    Dialogue talk;
    talk.turn(1, R"("")", R"("one")");
    const std::string second = request_body(R"("one")", R"("F")", false);
    talk.started(2), talk.acted(2);
    talk.request(2, asks(2, 2, 1), second);
    talk.answer(2, reply_body(R"("old")"));
    talk.request(3, asks(2, 3, 1), second);
    talk.answer(3, R"({"error":"busy"})", 503);
    talk.request(4, asks(2, 4, 1), second);
    talk.answer(4, reply_body(R"("new")"));
    EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 ok", "2/2 ok failed", "2/3 ok"}));
    talk.started(3), talk.acted(3);
    talk.request(5, asks(3, 5, row.after), request_body(row.story, R"("F")", false));
    talk.answer(5, reply_body(R"("three")"));
    EXPECT_EQ(talk.verdicts(), Lines{"3/1 " + row.verdict});
    EXPECT_NE(talk.record(3).detail.find(row.why), std::string::npos) << talk.record(3).detail;
    EXPECT_EQ(talk.record(3).after, request_id(row.after));
    EXPECT_EQ(talk.entry().after, request_id(row.after));
  }
}

TEST(MemoryCheck, NeverTrustsAReplyFromStateJsonAlone) {
  for (const auto& [story, verdict] :
       {std::pair{R"("two")", "unverifiable"}, std::pair{R"("Two")", "violation"}}) {
    Step step;
    step.turn = 2;
    step.reply.text = R"("two")";
    KnownAttempts known(find_memory("sst"));
    known.add_lost(2, 1, request_id(2), step);
    const GoesOnFrom from = goes_on_from(known, 3, true, request_id(2));
    const std::string body = request_body(story, R"("F")", false);
    const RequestView view = all_apis().front().read(body).value();
    const SstResult result = check_request(known, 3, from, {}, view, true).result;
    EXPECT_EQ(verdict_name(result.verdict), verdict) << result.detail;
  }
}

TEST(MemoryCheck, WarnsAboutARepeatedId) {
  Dialogue talk;
  talk.turn(1, R"("")", R"("one")");
  talk.request(9, asks(1, 1), request_body(R"("")", R"("F")", false));
  const Lines said = talk.said();
  EXPECT_NE(std::find(said.begin(), said.end(),
                      "log turn 1: the id of its request was used before: " + request_id(1)),
            said.end());
}

TEST(MemoryCheck, IsUnverifiableIfAReplyWasNotReadCompletely) {
  Dialogue talk;
  talk.started(1), talk.acted(1);
  talk.request(1, asks(1, 1), request_body(R"("")", R"("F")", false));
  // It looks like a reply, but the client may have decoded it to another one.
  talk.answer(1, reply_body(R"("?")"), 200, "compressed: br");
  talk.turn(2, R"("?")", R"("two")");
  talk.turn(3, R"("two")", R"("three")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first failed", "2/1 unverifiable", "3/1 ok"}));
}

TEST(MemoryCheck, AcceptsAStreamThatEndsBeforeItsConnection) {
  Dialogue talk;
  const std::string stream =
      "data: {\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"\\udc31b\"}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"c\"},\"finish_reason\":\"stop\"}]}\n\n"
      "data: [DONE]\n\n";
  talk.started(1), talk.acted(1);
  talk.request(1, asks(1, 1), request_body(R"("")", R"("F")", false));
  talk.begin(1);
  talk.piece(1, stream);
  talk.end(1, stream, 200, "cut", false, 1400);
  talk.turn(2, R"("a\ud83d\udc31bc")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 ok"}));
}

// Each of its requests is a turn of its own and continues from the newest reply.
TEST(MemoryCheck, ComparesAClientWithoutIdsWithTheNewestReply) {
  Dialogue talk(options_of(false));
  const auto ask = [&](std::uint64_t exchange, const std::string& story) {
    talk.request(exchange, std::nullopt, request_body(story, R"("F")", false));
  };
  ask(1, R"("")");
  talk.answer(1, reply_body(R"("one")"));
  ask(2, R"("one")");
  talk.answer(2, R"({"error":"busy"})", 503);
  ask(3, R"("one")");
  talk.answer(3, reply_body(R"("three")"));
  ask(4, R"("thrEe")");
  talk.answer(4, reply_body(R"("four")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 ok failed", "3/1 ok", "4/1 unverifiable"}));
}

// If a memory sends no reply back, the predecessor of such a request is unknown.
TEST(MemoryCheck, IsUnverifiableIfTheRequestCarriesNoReply) {
  Dialogue talk(options_of(false), find_memory("objective"));
  for (std::uint64_t exchange = 1; exchange <= 2; ++exchange) {
    talk.request(
        exchange, std::nullopt,
        R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":"anything"}]})");
    talk.answer(exchange, reply_body(R"("one")"));
  }
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 unverifiable"}));
}

TEST(MemoryCheck, ReportsThePositionOfAViolation) {
  Dialogue talk;
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
  Dialogue talk(options_of(true), nullptr);
  talk.turn(1, R"("x")", R"("one")");
  talk.turn(2, R"("y")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 not_applicable", "2/1 not_applicable"}));
}

TEST(MemoryCheck, HandlesMalformedRequests) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"not JSON", "the request could not be read"},
      {R"({"messages":[{"role":"user","content":"x"}]})", "expected 3 messages, got 1"},
      {R"({"messages":[{"role":"a","content":"x"},{"role":"a","content":[]},)"
       R"({"role":"a","content":"x"}]})",
       "messages[1] has no single text"},
  };
  for (const auto& [body, why] : rows) {
    Dialogue talk;
    talk.started(1), talk.acted(1);
    talk.request(1, asks(1, 1), body);
    talk.answer(1, reply_body(R"("one")"));
    EXPECT_EQ(talk.verdicts(), Lines{"1/1 unverifiable"}) << body;
    EXPECT_NE(talk.file("turn_0001.json").find(why), std::string::npos)
        << talk.file("turn_0001.json");
  }
}

// Members at an index beyond every integer.
TEST(MemoryCheck, ReadsARequestWithTwoListsOfMessages) {
  Dialogue talk;
  talk.started(1), talk.acted(1);
  talk.request(1, asks(1, 1),
               R"({"messages":{"99999999999999999999999":{"content":"x"}},"messages":[]})");
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 unverifiable"});
}

// A record with a longer text could not be read back: the text is reported and not stored.
TEST(MemoryCheck, ReportsTextsOver16MiB) {
  const std::string longer = "\"" + std::string(kMaxReply + 1, 'x') + "\"";
  ObserveOptions options = options_of(true);
  options.held_bytes = kMaxMessage;
  Dialogue talk(options);
  talk.started(1), talk.acted(1);
  talk.request(1, asks(1, 1), request_body(R"("")", R"("F")", false));
  const std::string reply = reply_body(longer);
  talk.begin(1);
  talk.piece(1, reply);
  talk.end(1, reply, 200, "", true, 1400);
  const Lines said = talk.said();
  EXPECT_NE(std::find(said.begin(), said.end(),
                      "log turn 1, attempt 1: status 200: the reply's text is longer than 16 MiB; "
                      "reading stopped"),
            said.end());

  talk.started(2), talk.acted(2);
  talk.request(2, asks(2, 2, 1), request_body(longer, longer, false));
  talk.answer(2, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 unverifiable"});
  const Result<TurnRecord> record = parse_turn_record(talk.file("turn_0002.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().story.str() + record.value().feedback, "nullnull");
  EXPECT_NE(record.value().detail.find("the reply to turn 1 could not be recorded completely"),
            std::string::npos)
      << record.value().detail;
}

// Adds an answered turn. Without `reported` its step is unknown. `read`: its request was readable.
void add_step(KnownAttempts& known, const Step& step, const std::optional<ReportedTurn>& reported,
              bool read = true) {
  TurnRecord record;
  record.turn = step.turn;
  record.attempt = 1;
  record.request_id = request_id(static_cast<std::uint64_t>(step.turn));
  record.after = request_id(static_cast<std::uint64_t>(step.turn) - 1);
  record.request_bytes = 1;
  record.messages = read ? 1 : 0;
  if (reported) record.executor_out = reported->out;
  if (step.picture) record.picture = RecordedPicture{"", 1, step.picture->sha256, 0, 0};
  RecordedReply& reply = record.response.emplace();
  reply.text = step.reply.text;
  reply.calls = step.reply.calls;
  known.add(record, true, true);
}

// The verdict and its detail.
std::string judged_by(const KnownAttempts& known, int turn, const RequestView& view,
                      const ReportedTurn& reported) {
  const GoesOnFrom from =
      goes_on_from(known, turn, true, request_id(static_cast<std::uint64_t>(turn) - 1));
  const SstResult result = check_request(known, turn, from, reported, view, true).result;
  return std::string(verdict_name(result.verdict)) + ": " + result.detail;
}

// A conversation of two completed turns, as "history" sends it with the third.
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

  // The verdict and its detail for the request for turn 3.
  std::string judged(const std::string& body, bool first_reported = true,
                     bool picture_read = true) const {
    KnownAttempts known(&memory_);
    add_step(known, first_,
             first_reported ? reported(first_.feedback, {}) : std::optional<ReportedTurn>());
    add_step(known, second_, reported("", second_.answers), picture_read);
    const RequestView view = all_apis().front().read(body).value();
    return judged_by(known, 3, view, reported("", now_.answers));
  }

 private:
  static ReportedTurn reported(const std::string& feedback, const std::vector<Answer>& answers) {
    ReportedTurn reported;
    reported.out = R"({"feedback":")" + feedback + R"(","answers":)" + answers_json(answers) + "}";
    reported.memory.emplace();
    reported.memory->name = "history";
    reported.memory->objective = "draw";
    reported.memory->options = {5, 0};
    return reported;
  }

  const Memory& memory_ = *find_memory("history");
  Step first_, second_;
  Now now_;
};

// Each row edits a part of an old or of a new message.
TEST(MemoryCheck, FindsChangesInAConversation) {
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
       "violation: the text is the same, but its bytes differ, from byte 7 on: "
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
  EXPECT_EQ(talk.judged(talk.body(), false), "unverifiable: turn 1 is unknown");
  EXPECT_EQ(talk.judged(talk.body(), true, false), "unverifiable: turn 2 is unknown");
  // A changed story is a violation all the same.
  std::string body = talk.body();
  body.replace(body.find(R"("two")"), 5, R"("Two")");
  EXPECT_TRUE(talk.judged(body, false).starts_with("violation: the story is not the reply"));
  EXPECT_TRUE(talk.judged(body, true, false).starts_with("violation: the story is not the reply"));
}

// Holo's models keep their notes only in their replies.
TEST(MemoryCheck, FindsAChangedByteInANoteOfHolo) {
  const Memory& holo = *find_memory("holo");
  const auto reply_to = [](int turn) {
    return R"("<think>hm</think>\n{\"note\":\"caf\u00e9 )" + std::to_string(turn) +
           R"(\",\"tool_call\":{\"tool_name\":\"wait\"}}")";
  };
  ReportedTurn reported;
  reported.out = R"j({"feedback":"","answers":[],"items":[]})j";
  reported.memory.emplace();
  reported.memory->name = "holo";
  reported.memory->objective = "draw";
  reported.memory->options = {3, 0};
  std::vector<Step> steps;
  KnownAttempts known(&holo);
  for (int turn = 1; turn <= 2; ++turn) {
    Step step;
    step.turn = turn;
    step.reply.text = reply_to(turn);
    steps.push_back(step);
    add_step(known, step, reported);
  }
  Now now;
  now.system = "SYS";
  now.objective = "draw";
  const std::string body =
      all_apis().front().body({}, holo.messages(steps, now, reported.memory->options), "",
                              [](const PictureRef&) { return std::string_view(); });
  const auto judged = [&](const std::string& from, const std::string& to) {
    std::string changed = body;
    changed.replace(changed.find(from), from.size(), to);
    const RequestView view = all_apis().front().read(changed).value();
    const std::string result = judged_by(known, 3, view, reported);
    return result.substr(0, result.find(':'));
  };
  EXPECT_EQ(judged("", ""), "ok");
  for (const std::string turn : {"1", "2"}) {
    EXPECT_EQ(judged("caf\\u00e9 " + turn, "caf\\u00e9 9"), "violation");
    EXPECT_EQ(judged("caf\\u00e9 " + turn, "caf\\u00E9 " + turn), "violation");
    EXPECT_EQ(judged("caf\\u00e9 " + turn, "caf\xc3\xa9 " + turn), "violation");
  }
}

// "glm" sends a reply in several parts: the description of its step, and the list that the model
// keeps.
TEST(MemoryCheck, ProvesAModelsOwnMemory) {
  const Memory& memory = *find_memory("glm");
  const auto reply_with = [](const std::string& list) {
    return Reply{R"j("Go. <|begin_of_box|>WAIT()<|end_of_box|>)j" + list + "\"", {}};
  };
  const std::string first_list = R"(\nMemory:\n[\"\u0061 one\"])";
  const std::string second_list = R"(\nMemory:\n[\"two\"])";
  const struct {
    std::string second;  // the end of the second reply
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

    ReportedTurn reported;
    reported.out = R"({"feedback":""})";
    reported.memory.emplace();
    reported.memory->name = "glm";
    reported.memory->options = {1, 0};
    KnownAttempts known(&memory);
    for (const Step& step : steps) add_step(known, step, reported);
    const RequestView view = all_apis().front().read(body).value();
    const std::string judged = judged_by(known, 3, view, reported);
    EXPECT_EQ(judged.substr(0, std::string(row.judged).size()), row.judged) << row.to;
    EXPECT_TRUE(*row.from != 0 || judged == row.judged) << judged;
  }
}

TEST(MemoryCheck, ComparesTheToolsWithThoseOfTheTurn) {
  const KnownAttempts known(find_memory("sst"));
  const auto judged = [&](const std::string& tools, const std::string& reported_tools) {
    ReportedTurn reported;
    reported.memory.emplace();
    if (!reported_tools.empty()) reported.memory->tools_sha256 = sha256_hex(reported_tools);
    const std::string body =
        all_apis().front().body({}, find_memory("sst")->messages({}, {}, {}), tools,
                                [](const PictureRef&) { return std::string_view(); });
    const RequestView view = all_apis().front().read(body).value();
    const std::string result = judged_by(known, 1, view, reported);
    return result.substr(0, result.find(':'));
  };
  EXPECT_EQ(judged(R"([{"a":1}])", R"([{"a":1}])"), "first");
  EXPECT_EQ(judged(R"([{"a":2}])", R"([{"a":1}])"), "violation");
  EXPECT_EQ(judged("", R"([{"a":1}])"), "violation");
  EXPECT_EQ(judged("", ""), "first");
}

// A conversation without pictures: the request up to `more`, and a reply with a call.
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

// Different threads read pipe and socket: the request may arrive before the turn's events.
TEST(MemoryCheck, ChecksAConversationOnlyAfterItsTurnIsReported) {
  Dialogue talk(options_of(true), find_memory("history"));
  talk.started(1), talk.acted(1);
  talk.request(1, asks(1, 1), conversation(""));
  talk.answer(1, calling_reply("c1"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});

  talk.started(2);
  talk.request(2, asks(2, 2, 1), kSecondOfConversation);
  talk.answer(2, reply_body(R"("done")"));
  EXPECT_EQ(talk.verdicts(), Lines{});
  EXPECT_GT(talk.observe().held_bytes(), 0U);
  talk.acted(2, std::nullopt, 950, kSeen);
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
  EXPECT_EQ(talk.observe().held_bytes(), 0U);
}

// If a request continues from an older attempt at a turn, its whole chain counts.
TEST(MemoryCheck, FollowsThePredecessorsThroughAConversation) {
  Step one, two, other;
  one.turn = 1, one.reply.text = R"("one")";
  other = one, other.reply.text = R"("other")";
  two.turn = 2, two.reply.text = R"("two")";
  ReportedTurn reported;
  reported.out = R"({"feedback":"","answers":[],"items":[]})";
  reported.memory.emplace();
  reported.memory->name = "history";
  reported.memory->objective = "draw";
  reported.memory->options = {5, 0};
  const Memory& memory = *find_memory("history");
  KnownAttempts known(&memory);
  add_step(known, one, reported);
  add_step(known, two, reported);  // continues from "one"
  TurnRecord again;                // the newest of turn 1, but not the predecessor of turn 2
  again.turn = 1, again.attempt = 2;
  again.request_id = request_id(11);
  again.messages = again.request_bytes = 1;
  again.executor_out = reported.out;
  again.response.emplace().text = R"("other")";
  known.add(again, true, true);
  const auto judged = [&](const Step& first) {
    Now now;
    now.objective = "draw";
    const std::string body = all_apis().front().body(
        {}, memory.messages(std::vector{first, two}, now, reported.memory->options), "",
        [](const PictureRef&) { return std::string_view(); });
    const RequestView view = all_apis().front().read(body).value();
    return judged_by(known, 3, view, reported);
  };
  EXPECT_EQ(judged(one), "ok: ");
  EXPECT_TRUE(judged(other).starts_with("violation: ")) << judged(other);
}
}  // namespace
}  // namespace franz
