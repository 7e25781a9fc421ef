#include "proxy/offline/verify/run_memory.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/formats/memories.h"
#include "common/run/places.h"
#include "common/wire/api/chat_request.h"
#include "tests/proxy/offline/verify/recorded_turns.h"
#include "tests/support/dialogue_memory.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

// The first finding in a run of four turns, all right when they were made, of whose last request
// something was changed. Empty: there is none.
std::string found_in_changed(const RecordedTurns& made, const std::string& from,
                             const std::string& to) {
  RecordedTurns run = made;
  for (const RecordedTurn& turn : run.turns)
    EXPECT_NE(turn.record->find(turn.turn == 1 ? R"("verdict":"first")" : R"("verdict":"ok")"),
              std::string::npos)
        << *turn.record;
  std::string& bytes = *run.turn(4).attempts[0].request;
  const auto length = [&bytes] {
    return "Content-Length: " + std::to_string(bytes.size() - bytes.find("\r\n\r\n") - 4);
  };
  const std::string before = length();
  if (!from.empty()) bytes = replaced(bytes, from, to);
  bytes = replaced(bytes, before, length());
  const Lines lines = found_in(run);
  return lines.empty() ? "" : lines.front();
}

// What requests are held against must not go away with a word.
TEST(RunMemory, NamesAMemoryThatItDoesNotKnow) {
  RecordedTurns run = record_turns(2);
  for (RecordedTurn& turn : run.turns) {
    *turn.record = replaced(*turn.record, R"("name":"sst")", R"("name":"none")");
    std::string& bytes = *turn.attempts[0].request;
    if (turn.turn == 2) bytes = replaced(bytes, R"(reply \u00e9 1)", R"(reply \u00e9 9)");
  }
  const std::string unknown = R"(memory.name: there is no memory "none" in this version of FRANZ: )"
                              "what the requests hold cannot be checked";
  const Lines found = found_in(run);
  EXPECT_EQ(found.front(), "turn 1: turn_0001.json: " + unknown);
  EXPECT_NE(std::ranges::find(found, "turn 2: turn_0002.json: " + unknown), found.end());

  RunFile about = about_recorded_turns();
  EXPECT_TRUE(check_run_memory(about).empty());
  about.settings = R"({"agent.memory":"none"})";
  ASSERT_EQ(check_run_memory(about).size(), 1U);
  EXPECT_EQ(
      to_line(check_run_memory(about)[0]).find("run.json: settings.agent.memory: there is no"), 0U);
  // A record tells better.
  EXPECT_EQ(found_in(record_turns(2), about), Lines{});
  // Where it should.
  about.version = FRANZ_VERSION;
  run = record_turns(1);
  std::string& record = *run.turn(1).record;
  const std::size_t from = record.find(R"("memory":)"), to = record.find(R"(,"executor":)");
  record.replace(from, to - from, R"("memory":null)");
  const Lines missing = found_in(run, about);
  EXPECT_NE(std::ranges::find(missing, "turn 1: turn_0001.json: memory: it is missing"),
            missing.end());
}

// Another memory needs a row of its own and nothing here.
TEST(RunMemory, HoldsRequestsAgainstAnyMemory) {
  const RecordedTurns made = record_turns(4, true, &kDialogue);
  const auto found = [&](const std::string& from, const std::string& to) {
    return found_in_changed(made, from, to);
  };
  const std::string request = "turn 4: exchange/000/0004-1.request: ";
  EXPECT_EQ(found("", ""), "");
  EXPECT_EQ(found(R"("reply \u00e9 2")", R"("reply \u00e9 9")"),
            request + "messages[4]: it is not the reply to turn 2");
  EXPECT_EQ(found(R"("reply \u00e9 3")", R"("reply \u00e9 9")").substr(0, 90),
            (request + "messages[6]: the story is not the reply before it, from").substr(0, 90));
  // What the memory itself says of an older turn comes from that turn's record.
  EXPECT_EQ(found("It said: OK .\"", "It said: OK !\""),
            request + R"(messages[1]: expected "It said: OK .", got "It said: OK !")");
  EXPECT_EQ(found(R"("role":"assistant")", R"("role":"assistent")"),
            request +
                "messages: expected system, user, assistant, user, assistant, user, "
                "assistant, user, got system, user, assistent, user, assistant, user, "
                "assistant, user");
}
static std::string noted(int turn) {
  return R"(Now: {\"note\":\"caf\u00e9 )" + std::to_string(turn) +
         R"(\",\"tool_call\":{\"tool_name\":\"wait\"}})";
}

// What Holo's models keep for themselves is in their replies alone.
TEST(RunMemory, FindsAChangedByteInANoteOfHolo) {
  const RecordedTurns made = record_turns(4, true, find_memory("holo"), false, noted);
  const auto found = [&](const std::string& from, const std::string& to) {
    return found_in_changed(made, from, to);
  };
  const std::string request = "turn 4: exchange/000/0004-1.request: ";
  EXPECT_EQ(found("", ""), "");
  for (const char* changed : {R"(caf\u00e9 9)", "café 2", R"(caf\u00E9 2)"})
    EXPECT_EQ(found(R"(caf\u00e9 2)", changed).find(request), 0U) << changed;
  EXPECT_EQ(found(R"(caf\u00e9 2)", R"(caf\u00e9 9)"),
            request + "messages[7]: it is not the reply to turn 2");
}

// By bytes, then decoded; what a request leaves out or adds, too.
TEST(RunMemory, HoldsCallsAndTheirAnswersAgainstTheReplies) {
  const RecordedTurns made = record_turns(4, true, &kDialogue, true);
  const auto found = [&](const std::string& from, const std::string& to) {
    return found_in_changed(made, from, to);
  };
  const std::string request = "turn 4: exchange/000/0004-1.request: ";
  EXPECT_EQ(found("", ""), "");
  EXPECT_EQ(found(R"({\"x\":\u0032})", R"({\"x\":\u0039})"),
            request + R"(messages[5].tool_calls[0].arguments: expected "{\"x\":\u0032}", got )"
                      R"("{\"x\":\u0039}")");
  EXPECT_EQ(found(R"({\"x\":\u0032})", R"({\"x\":\u0032 })"),
            request + R"(messages[5].tool_calls[0].arguments: expected "{\"x\":\u0032}", got )"
                      R"("{\"x\":\u0032 }")");
  EXPECT_EQ(found(R"("tool_calls":[{"id":"call_3")", R"("tool_calls":[{"id":"c\u0061ll_3")"),
            request +
                "messages[8].tool_calls[0].id: the text is the same, but it was written in "
                "other bytes, from byte 1 on: expected \"call_3\", got \"c\\\\u0061ll_3\" "
                "(6 and 11 bytes)");
  EXPECT_EQ(found(R"("tool_call_id":"call_2")", R"("tool_call_id":"call_1")"),
            request + R"(messages[6].tool_call_id: expected "call_2", got "call_1")");
  EXPECT_EQ(found(R"("content":"done 1")", R"("content":"done!1")"),
            request + R"(messages[3]: expected "done 1", got "done!1")");
  EXPECT_EQ(found(R"("name":"drag","arguments":"{\"x\":\u0031}")",
                  R"("name":"draw","arguments":"{\"x\":\u0031}")"),
            request + R"(messages[2].tool_calls[0].name: expected "drag", got "draw")");
  EXPECT_EQ(found(R"(,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"drag",)"
                  R"("arguments":"{\"x\":\u0031}"}}])",
                  R"(,"tool_calls":[])"),
            request + "messages[2]: expected one call, got no call");
  EXPECT_EQ(found(R"({"role":"tool","tool_call_id":"call_1","content":"done 1"},)", ""),
            request + "messages[3]: expected role tool, got role user");
  EXPECT_EQ(found(R"("type":"function")", R"("type":"Function")"),
            request + R"(messages[2].tool_calls[0].type: expected function, got Function)");
}

// No reply is sent back: everything is the memory's own words, made of what the records tell.
TEST(RunMemory, HoldsContextAndObjectiveAgainstTheRecords) {
  const RecordedTurns made = record_turns(4, true, find_memory("objective"));
  const auto found = [&](const std::string& from, const std::string& to) {
    return found_in_changed(made, from, to);
  };
  const std::string request = "turn 4: exchange/000/0004-1.request: messages[1]: expected ";
  EXPECT_EQ(found("", ""), "");
  for (const auto& [from, to] :
       {std::pair(R"(\"turn\":4)", R"(\"turn\":5)"),
        std::pair(R"(\"complaints\":[)", R"(\"compliants\":[)"),
        std::pair("OBJECTIVE:", "OBJECTIVE!"), std::pair("(UTF-8, Base64):", "(UTF-8, Base64)!")}) {
    const std::string line = found(from, to);
    EXPECT_EQ(line.substr(0, request.size()), request) << from;
  }
}

// A kill took the turn's record and reply: of what it called the next request tells.
TEST(RunMemory, TakesTheCallsOfATurnThatWasNotRecordedFromTheNextRequest) {
  RecordedTurns run = record_turns(4, true, &kDialogue, true);
  ASSERT_EQ(found_in(run), Lines{});
  run.turn(2).record.reset();
  run.turn(2).picture.reset();
  run.turn(2).attempts.clear();
  TurnCheck check(about_recorded_turns(), find_dialogue);
  static_cast<void>(check_next(check, run.turn(1)));
  static_cast<void>(check_next(check, run.turn(2)));
  const CheckedTurn third = check_next(check, run.turn(3));
  ASSERT_TRUE(third.acted_on);
  EXPECT_EQ(third.acted_on->text, R"("reply \u00e9 2")");
  ASSERT_EQ(third.acted_on->calls.size(), 1U);
  EXPECT_EQ(third.acted_on->calls[0].id, R"("call_2")");
  EXPECT_EQ(third.acted_on->calls[0].arguments, R"j("{\"x\":\u0032}")j");
  // What is known of the others is held against them all the same.
  std::string& bytes = *run.turn(4).attempts[0].request;
  bytes = replaced(bytes, R"(reply \u00e9 1)", R"(reply \u00e9 9)");
  const Lines found = found_in(run);
  const std::string wrong =
      "turn 4: exchange/000/0004-1.request: messages[2]: it is not the reply to turn 1";
  EXPECT_NE(std::ranges::find(found, wrong), found.end());
  for (const std::string& line : found)
    EXPECT_TRUE(line.starts_with("note: ") || line == wrong ||
                line.find("sha256") != std::string::npos)
        << line;
}

// A kill may have ended it, and the turn was performed again with another outcome.
TEST(RunMemory, TakesFeedbackOrNoneInAnAttemptThatTheRecordIsNotAbout) {
  RunFile about = about_recorded_turns();
  about.settings = R"({"agent.memory":"history"})";
  RunMemory memory(about);
  memory.keep(1, std::nullopt, Reply{R"("said")", {}});
  const auto fits = [&](bool recorded, const std::string& told) {
    const Result<RequestView> view = read_chat_request(
        R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":"o"},)"
        R"({"role":"assistant","content":"said"})" +
        told + "]}");
    return has_form(view.value(), memory.expected(2, std::nullopt, recorded, view.value()));
  };
  const std::string one = R"({"type":"text","text":"ERROR"})";
  EXPECT_TRUE(fits(true, ""));
  EXPECT_TRUE(fits(false, ""));
  EXPECT_FALSE(fits(true, R"(,{"role":"user","content":[)" + one + "]}"));
  EXPECT_TRUE(fits(false, R"(,{"role":"user","content":[)" + one + "]}"));
  EXPECT_FALSE(fits(false, R"(,{"role":"user","content":[)" + one + "," + one + "]}"));
}

TurnRecord record_with(int turn, int from_turn) {
  TurnRecord record;
  record.turn = turn;
  record.memory.emplace();
  record.memory->name = "history";
  record.memory->options.from_turn = from_turn;
  return record;
}

TEST(RunMemory, FindsTurnsThatWereLeftOutAndCameBack) {
  RunMemory memory(about_recorded_turns());
  EXPECT_TRUE(memory.use(8, record_with(8, 1), true).empty());
  EXPECT_TRUE(memory.use(9, record_with(9, 5), true).empty());
  EXPECT_TRUE(memory.use(10, record_with(10, 5), true).empty());
  const std::vector<Finding> found = memory.use(11, record_with(11, 4), true);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].field, "memory.options.from_turn");
}

// The server refused it as too long, and the turn was made again with fewer turns.
TEST(RunMemory, TakesAnyTurnsThatWereStillSentInAnAttemptThatTheRecordIsNotAbout) {
  RunMemory memory(about_recorded_turns());
  for (int turn = 1; turn <= 6; ++turn) {
    static_cast<void>(memory.use(turn, record_with(turn, turn < 6 ? 2 : 4), true));
    if (turn < 6) memory.keep(turn, std::nullopt, Reply{R"("said")", {}});
  }
  const auto fits = [&](bool recorded, int sent) {
    std::string replies;
    for (int i = 0; i < sent; ++i) replies += R"(,{"role":"assistant","content":"said"})";
    const Result<RequestView> view = read_chat_request(
        R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":)"
        R"([{"type":"text","text":"o"},{"type":"text","text":"left out"}]})" +
        replies + "]}");
    TurnRecord other = record_with(6, 4);
    other.memory->objective = "o";
    static_cast<void>(memory.use(5, record_with(5, 2), true));
    static_cast<void>(memory.use(6, other, true));
    return has_form(view.value(), memory.expected(6, std::nullopt, recorded, view.value()));
  };
  for (int sent = 1; sent <= 5; ++sent) {
    EXPECT_EQ(fits(true, sent), sent == 2) << sent;
    EXPECT_EQ(fits(false, sent), sent >= 2 && sent <= 4) << sent;
  }
}
}  // namespace
}  // namespace franz::proxy
