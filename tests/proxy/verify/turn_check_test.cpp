#include "proxy/verify/turn_check.h"
#include <gtest/gtest.h>
#include <functional>
#include "tests/proxy/verify/recorded_turns.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

TEST(TurnCheck, FindsNothingInARunAsItWasRecorded) {
  for (const bool launch : {true, false})
    EXPECT_EQ(found_in(record_turns(4, launch)), Lines{}) << launch;
}

TEST(TurnCheck, CountsWhatItCompared) {
  const RecordedTurns run = record_turns(3);
  TurnCheck check(std::nullopt);
  int stories = 0, requests = 0;
  for (const TurnFiles& files : run.turns) {
    const CheckedTurn checked = check.next(files);
    EXPECT_TRUE(checked.findings.empty()) << to_line(checked.findings[0]);
    EXPECT_TRUE(checked.whole);
    stories += checked.stories;
    requests += checked.requests;
  }
  EXPECT_EQ(stories, 3);
  EXPECT_EQ(requests, 3);
  EXPECT_EQ(check.reply_to(3), "\"" + reply_text(3) + "\"");
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
       "turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected 5f0c/2/1, got 5f0c/2/2"},
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
      {"no request", [](RecordedTurns& run) { run.turn(2).attempts[0].request.reset(); },
       "turn 2: exchange/000/0002-1.request: it is missing"},
      {"no reply", [](RecordedTurns& run) { run.turn(2).attempts[0].response.reset(); },
       "turn 2: exchange/000/0002-1.response: the record is about it, but it is missing"},
      {"no exchange", [](RecordedTurns& run) { run.turn(2).attempts.clear(); },
       "turn 2: exchange/000/0002-1.request: the record is about it, but it is missing"},
      {"no picture", [](RecordedTurns& run) { run.turn(2).picture.reset(); },
       "turn 2: turn_0002.png: it is missing"},
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

TEST(TurnCheck, SaysWhatAKillCost) {
  struct Row {
    const char* what;
    std::function<void(RecordedTurns&)> edit;
    Lines found;
  };
  const std::vector<Row> rows = {
      {"the record of a turn whose reply is there",
       [](RecordedTurns& run) {
         run.turn(3).record.reset();
         run.turn(3).picture.reset();
       },
       {"note: turn 3: not recorded"}},
      {"all of a turn",
       [](RecordedTurns& run) {
         run.turn(3) = {};
         run.turn(3).turn = 3;
       },
       {"note: turn 3: not recorded",
        "note: turn 4: the story could not be compared: turn 3 was not recorded",
        "note: turn 4: the verdict ok could not be judged again"}},
      {"the last reply",
       [](RecordedTurns& run) {
         run.turn(4).record.reset();
         run.turn(4).picture.reset();
         run.turn(4).attempts[0].response.reset();
       },
       {"note: turn 4: incomplete (killed before the reply was whole)"}},
      {"the last reply, at a clean end",
       [](RecordedTurns& run) {
         run.turn(4).ended = true;
         run.turn(4).record.reset();
         run.turn(4).picture.reset();
         run.turn(4).attempts[0].response.reset();
       },
       {"note: turn 4: incomplete (stopped before the reply was whole)"}},
      {"the last record",
       [](RecordedTurns& run) { run.turn(4).record.reset(); },
       {"note: turn 4: not recorded"}},
  };
  for (const Row& row : rows) {
    RecordedTurns run = record_turns(4);
    row.edit(run);
    EXPECT_EQ(found_in(run), row.found) << row.what;
  }
}

TEST(TurnCheck, TakesTheLastWholeAttempt) {
  RecordedTurns run = record_turns(3);
  // Before the recorded attempt, which becomes the second, one was cut and one refused.
  TurnFiles& second = run.turn(2);
  const StoredAttempt whole = second.attempts[0];
  StoredAttempt cut = whole, refused = whole;
  cut.response = cut.response->substr(0, cut.response->size() - 5);
  refused.attempt = 2;
  refused.response = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";
  second.attempts = {cut, refused, whole};
  second.attempts[2].attempt = 3;
  second.record = replaced(*second.record, R"("attempt":1)", R"("attempt":3)");
  EXPECT_EQ(found_in(run), Lines{});

  // A whole one after the recorded one replaces it: the next story must be its reply.
  run = record_turns(3);
  StoredAttempt later = run.turn(2).attempts[0];
  later.attempt = 2;
  later.response = reply_bytes("another");
  run.turn(2).attempts.push_back(later);
  const Lines found = found_in(run);
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found[0], "note: turn 2: attempt 2 has a whole reply, and was not recorded");
  EXPECT_EQ(found[1].find("turn 3: exchange/000/0003-1.request: messages[1]: the story is not"), 0U)
      << found[1];
}

TEST(TurnCheck, AcceptsAnotherClientOnlyWhereTheRunWasResumed) {
  RecordedTurns run = record_turns(4, false);
  for (const int turn : {1, 2, 3, 4}) {
    std::string& bytes = *run.turn(turn).attempts[0].request;
    const std::string id = turn < 3 ? "aaaa/" : "bbbb/";
    const std::size_t line = bytes.find("\r\n") + 2;
    bytes.insert(line, "X-Franz-Turn: " + id + std::to_string(turn) + "/1\r\n");
  }
  const auto bad_ids = [&run](const char* change) {
    RunFile about;
    about.run = kTestRun;
    about.add_change("T", change);
    TurnCheck check(about);
    int count = 0;
    for (const TurnFiles& files : run.turns)
      for (const Finding& finding : check.next(files).findings)
        if (finding.field == "X-Franz-Turn") ++count;
    return count;
  };
  EXPECT_EQ(bad_ids("resumed after turn 2"), 0);
  EXPECT_EQ(bad_ids("resumed after turn 1"), 2);
}

TEST(TurnCheck, AcceptsTheIdOfTheRunThatWasForked) {
  RecordedTurns run = record_turns(4);
  const auto renamed = [&run](int turn, const std::string& id) {
    std::string& bytes = *run.turn(turn).attempts[0].request;
    bytes = replaced(bytes, "5f0c/", id + "/");
  };
  renamed(1, "aaaa");
  renamed(2, "bbbb");
  renamed(3, "bbbb");
  EXPECT_EQ(found_in(run, {{"bbbb", 3}, {"aaaa", 1}}), Lines{});
  const std::string first =
      "turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected aaaa/2/1, got bbbb/2/1";
  EXPECT_EQ(found_in(run, {{"bbbb", 3}, {"aaaa", 2}})[0], first);
}
}  // namespace
}  // namespace franz::proxy
