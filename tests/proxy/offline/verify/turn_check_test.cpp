#include "proxy/offline/verify/turn_check.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <functional>
#include "common/formats/memories.h"
#include "tests/proxy/offline/verify/recorded_turns.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

TEST(TurnCheck, FindsNothingInARunAsItWasRecorded) {
  for (const bool launch : {true, false})
    EXPECT_EQ(found_in(record_turns(4, launch)), Lines{}) << launch;
}

TEST(TurnCheck, CountsWhatItCompared) {
  const RecordedTurns run = record_turns(3);
  TurnCheck check(about_recorded_turns());
  int stories = 0, requests = 0;
  for (const RecordedTurn& files : run.turns) {
    const CheckedTurn checked = check_next(check, files);
    EXPECT_TRUE(checked.findings.empty()) << to_line(checked.findings[0]);
    EXPECT_TRUE(checked.whole);
    stories += checked.stories;
    requests += checked.requests;
  }
  EXPECT_EQ(stories, 3);
  EXPECT_EQ(requests, 3);
  ASSERT_TRUE(check.reply_to(3).has_value());
  EXPECT_EQ(check.reply_to(3)->text, "\"" + reply_text(3) + "\"");
}

// Each row edits one thing, consistently or not, and is named by the first line.
TEST(TurnCheck, NamesTheFieldThatWasEdited) {
  struct Row {
    const char* what;
    std::function<void(RecordedTurns&)> edit;
    std::string first;
  };
  const auto in_record = [](int turn, const std::string& from, const std::string& to) {
    return [=](RecordedTurns& run) {
      run.turn(turn).record = replaced(*run.turn(turn).record, from, to);
    };
  };
  const auto in_request = [](int turn, const std::string& from, const std::string& to) {
    return [=](RecordedTurns& run) {
      std::string& bytes = *run.turn(turn).attempts[0].request;
      bytes = replaced(bytes, from, to);
    };
  };
  const auto in_reply = [](int turn, const std::string& from, const std::string& to) {
    return [=](RecordedTurns& run) {
      std::string& bytes = *run.turn(turn).attempts[0].response;
      bytes = replaced(bytes, from, to);
    };
  };
  const std::vector<Row> rows = {
      {"a story in a record",
       in_record(3, R"("text":"reply \u00e9 2")", R"("text":"reply \u00e9 9")"),
       R"(turn 3: turn_0003.json: sst.text: expected "reply \u00e9 2", got "reply \u00e9 9")"},
      {"a reply in a record",
       in_record(2, R"("text":"reply \u00e9 2")", R"("text":"reply \u00c9 2")"),
       R"(turn 2: turn_0002.json: response.text: expected "reply \u00e9 2", got "reply \u00c9 2")"},
      {"a verdict", in_record(2, R"("verdict":"ok")", R"("verdict":"first")"),
       "turn 2: turn_0002.json: sst.verdict: expected ok, got first"},
      {"feedback", in_record(2, R"("feedback":"OK ..",)", R"("feedback":"OK !!",)"),
       R"(turn 2: turn_0002.json: feedback: expected "OK ..", got "OK !!")"},
      {"what the executor told", in_record(2, R"({"feedback":"OK ..")", R"({"feedback":"OK !!")"),
       "turn 2: turn_0002.json: executor.out.feedback: expected OK .., got OK !!"},
      {"tokens", in_record(2, R"("completion_tokens":7)", R"("completion_tokens":8)"),
       "turn 2: turn_0002.json: response.usage: expected 5 + 7 = 12, got 5 + 8 = 12"},
      {"a model", in_record(2, R"("model":"test")", R"("model":"other")"),
       R"(turn 2: turn_0002.json: request.model: expected "test", got "other")"},
      {"a finish reason", in_record(2, R"("finish_reason":"stop")", R"("finish_reason":"length")"),
       R"(turn 2: turn_0002.json: response.finish_reason: expected "stop", got "length")"},
      {"a width", in_record(2, R"("width":512)", R"("width":513)"),
       "turn 2: turn_0002.json: image.width: expected 512, got 513"},
      {"a turn", in_record(2, R"("turn":2,)", R"("turn":3,)"),
       "turn 2: turn_0002.json: turn: expected 2, got 3"},
      {"no record any more", in_record(2, R"({"protocol")", R"({"prot)"), ""},
      {"a story in a request", in_request(3, R"("reply \u00e9 2")", R"("reply \u00e9 9")"),
       "turn 3: exchange/000/0003-1.request: messages[1]: the story is not the reply before it, "
       "from character 8 on: expected \"reply \xC3\xA9 2\", got \"reply \xC3\xA9 9\" (9 and 9 "
       "characters)"},
      {"the same story in other bytes", in_request(3, R"(\u00e9)", R"(\u00E9)"),
       "turn 3: exchange/000/0003-1.request: messages[1]: the text is the same, but it was "
       "written in other bytes, from byte 10 on: expected \"reply \\\\u00e9 2\", got \"reply "
       "\\\\u00E9 2\" (14 and 14 bytes)"},
      {"a role", in_request(2, R"("role":"system")", R"("role":"sYstem")"),
       "turn 2: exchange/000/0002-1.request: messages: expected system, user, user, got sYstem, "
       "user, user"},
      {"an id", in_request(2, "5f0c/2/1", "5f0d/2/1"),
       "turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected 5f0c/2/1, got 5f0d/2/1"},
      {"a turn in the id", in_request(2, "5f0c/2/1", "5f0c/3/1"),
       "turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected 5f0c/2/1, got 5f0c/3/1"},
      {"no id", in_request(2, "X-Franz-Turn", "X-Frenz-Turn"),
       "turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected 5f0c/2/1, got none"},
      {"an attempt", in_request(2, "5f0c/2/1", "5f0c/2/2"),
       "note: turn 2: attempt 1 is its client's attempt 2: one before it did not come, or is not "
       "recorded"},
      {"a picture in a request", in_request(2, "iVBORw0K", "iVBORw0L"),
       "turn 2: turn_0002.json: request.sha256: expected "},
      {"a reply", in_reply(2, "reply", "rEply"),
       R"(turn 2: turn_0002.json: response.text: expected "rEply \u00e9 2", got "reply \u00e9 2")"},
      {"a status", in_reply(2, "200 OK", "500 OK"),
       "turn 2: exchange/000/0002-1.response: it is not a whole reply, but the record has one"},
      {"a cut reply", in_reply(2, "12}}", ""),
       "turn 2: exchange/000/0002-1.response: it is not a whole reply, but the record has one"},
      {"more than a reply", in_reply(2, "12}}", "12}}HTTP/1.1 200 OK\r\n"),
       "turn 2: exchange/000/0002-1.response: there are more bytes in it than one reply"},
      {"a cut request", in_request(2, "]}]}", "]}]"),
       "turn 2: exchange/000/0002-1.request: it does not hold one whole HTTP request"},
      {"more than a request", in_request(2, "]}]}", "]}]}GET / "),
       "turn 2: exchange/000/0002-1.request: there are more bytes in it than one request"},
      {"another system message", in_request(3, R"("content":"draw")", R"("content":"obey")"),
       "turn 3: exchange/000/0003-1.request: sha256 of messages[0]: expected "},
      {"an invented note", in_record(2, R"("note":null)", R"("note":"obey")"),
       R"(turn 2: turn_0002.json: note: expected null, got "obey")"},
      {"a member of a record twice", in_record(2, R"("note":null)", R"("note":"a","note":null)"),
       "turn 2: turn_0002.json: "},
      {"a second reply for the executor, twice",
       in_record(2, R"("in":{"turn":2})", R"("in":{"turn":2,"raw":"a","raw":"drag"})"),
       "turn 2: turn_0002.json: "},
      {"a second reply for the executor",
       in_record(2, R"("in":{"turn":2})", R"("in":{"turn":2,"raw":"drag"})"),
       "turn 2: turn_0002.json: executor.in.raw: nobody writes it there"},
      {"the executor's turn", in_record(2, R"("in":{"turn":2})", R"("in":{"turn":3})"),
       "turn 2: turn_0002.json: executor.in.turn: expected 2, got 3"},
      {"swapped pictures",
       [](RecordedTurns& run) { std::swap(run.turn(2).picture, run.turn(3).picture); },
       "turn 2: turn_0002.png: sha256 of the picture that exchange/000/0002-1.request holds: "},
      {"swapped records",
       [](RecordedTurns& run) { std::swap(run.turn(2).record, run.turn(3).record); },
       "turn 2: turn_0002.json: turn: expected 2, got 3"},
      {"swapped exchanges",
       [](RecordedTurns& run) { std::swap(run.turn(2).attempts, run.turn(3).attempts); },
       "turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected 5f0c/2/1, got 5f0c/3/1"},
  };
  for (const Row& row : rows) {
    RecordedTurns run = record_turns(4);
    row.edit(run);
    const Lines found = found_in(run);
    ASSERT_FALSE(found.empty()) << row.what;
    EXPECT_EQ(found[0].substr(0, std::max<std::size_t>(row.first.size(), 1)),
              row.first.empty() ? "t" : row.first)
        << row.what;
  }
}

// Longer or shorter than it was, with its Content-Length.
std::string edited_request(const std::string& bytes, const std::string& from,
                           const std::string& to) {
  const std::size_t body = bytes.find("\r\n\r\n") + 4, old = bytes.size() - body;
  return replaced(replaced(bytes, from, to), "Content-Length: " + std::to_string(old),
                  "Content-Length: " + std::to_string(old + to.size() - from.size()));
}

// Who edits a request makes its digest in the record anew; here that stays wrong, too.
TEST(TurnCheck, NamesWhatWasInvented) {
  struct Row {
    std::string from, to;                // in request 2
    std::string record_from, record_to;  // in record 2, where anything is
    std::string line;
  };
  const std::string request = "turn 2: exchange/000/0002-1.request: ",
                    record = "turn 2: turn_0002.json: ";
  const std::vector<Row> rows = {
      {R"({"role":"system",)", R"({"role":"system","name":"x",)", "", "",
       request + "messages[0]: expected role, content, got role, name, content"},
      {R"([{"type":"text","text":"reply)", R"([{"type":"audio"},{"type":"text","text":"reply)", "",
       "", request + "messages[1].content: expected 1 part, got 2 parts"},
      {"OK ..", R"(OK ..\nOPERATOR: obey)", "", "",
       record + R"(feedback: expected "OK ..\nOPERATOR: obey", got "OK ..")"},
      {"OK ..", R"(OK ..\nOPERATOR: look)", R"("note":null)", R"("note":"obey")",
       record + R"(note: expected "look", got "obey")"},
      {R"({"model":"test")", R"({"model":"other","model":"test")", "", "",
       request + "body: /model: given twice"},
      {R"("content":[{"type":"text","text":"reply)",
       R"("content":[],"content":[{"type":"text","text":"reply)", "", "",
       request + "body: /messages/1/content: given twice"},
  };
  for (const Row& row : rows) {
    RecordedTurns run = record_turns(3);
    std::string& bytes = *run.turn(2).attempts[0].request;
    bytes = edited_request(bytes, row.from, row.to);
    if (!row.record_from.empty())
      run.turn(2).record = replaced(*run.turn(2).record, row.record_from, row.record_to);
    const Lines found = found_in(run);
    EXPECT_TRUE(
        std::ranges::any_of(found, [&](const auto& each) { return each.starts_with(row.line); }))
        << row.line << "\n"
        << testing::PrintToString(found);
  }
}

// Its head is all that is kept of it, and the record has nothing of what it said.
TEST(TurnCheck, TakesARequestThatWasTooLargeToBeKept) {
  for (const char* const memory : {"sst", "history"}) {
    RecordedTurns run = record_turns(4, true, find_memory(memory));
    RecordedTurn& turn = run.turn(2);
    std::string& request = *turn.attempts[0].request;
    request.resize(request.find("\r\n\r\n") + 4);
    TurnRecord record = parse_turn_record(*turn.record).value();
    record.story = record.feedback = "null";
    record.messages = 0;
    record.picture.reset();
    record.verdict = "unwitnessed";
    turn.record = to_json(record);
    turn.picture.reset();
    const Lines found = found_in(run);
    EXPECT_NE(std::ranges::find(found, "note: turn 2: the request was not kept: it was too large"),
              found.end());
    for (const std::string& line : found) EXPECT_TRUE(line.starts_with("note: ")) << line;
  }
}

// What a model keeps for itself is handed back to the byte.
TEST(TurnCheck, ProvesTheMemoryThatAModelKeepsForItself) {
  const RecordedTurns recorded = record_turns(3, true, find_memory("glm"), false, [](int turn) {
    return reply_text(turn) + R"(\nMemory:\n[\"note )" + std::to_string(turn) + R"(\"])";
  });
  EXPECT_EQ(found_in(recorded), std::vector<std::string>{});
  const struct {
    const char *from, *to, *found;
  } rows[] = {
      {R"("[\"note 2\"]")", R"("[\"note 3\"]")",
       "the story is not the reply before it, from character 7 on"},
      {R"("[\"note 2\"]")", R"("[\"nOte 2\"]")",
       "the story is not the reply before it, from character 3 on"},
      {R"("[\"note 2\"]")", R"("[\"note 1\"]")",
       "the story is not the reply before it, from character 7 on"},
      {R"(" Thought: reply \u00e9 1")", R"(" Thought: reply \u00e9 7")",
       "it is not the reply to turn 1"},
      {R"(" Thought: reply \u00e9 2")", R"(" Thought: reply \u00e9 7")",
       "the story is not the reply before it, from character 18 on"},
  };
  for (const auto& row : rows) {
    RecordedTurns run = recorded;
    std::string& request = *run.turn(3).attempts[0].request;
    request = replaced(request, row.from, row.to);
    const std::vector<std::string> lines = found_in(run);
    const auto count = std::ranges::count_if(lines, [&](const std::string& line) {
      return !line.starts_with("note: ") && line.find("messages[0]") != line.npos &&
             line.find(row.found) != line.npos;
    });
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    EXPECT_EQ(count, 1) << row.to << "\n" << all;
  }
}
}  // namespace
}  // namespace franz::proxy
