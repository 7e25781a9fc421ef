#include "proxy/offline/verify/turn_check.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <functional>
#include "tests/proxy/offline/verify/recorded_turns.h"
#include "tests/support/dialogue_memory.h"

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

// Files are written one after the other; a disk that was full for a while took any of them.
TEST(TurnCheck, SaysWhatAFullDiskCost) {
  const std::vector<std::pair<std::function<void(RecordedTurn&)>, Lines>> rows = {
      {[](RecordedTurn& turn) { turn.attempts[0].request.reset(); },
       {"note: turn 2: exchange/000/0002-1.request is missing",
        "note: turn 3: the story could not be compared: the reply to turn 2 could not be read "
        "whole",
        "note: turn 3: the verdict ok could not be judged again"}},
      {[](RecordedTurn& turn) { turn.attempts[0].response.reset(); },
       {"note: turn 2: exchange/000/0002-1.response is missing, but the record is about it",
        "note: turn 3: the story could not be compared: the reply to turn 2 could not be read "
        "whole",
        "note: turn 3: the verdict ok could not be judged again"}},
      {[](RecordedTurn& turn) { turn.attempts.clear(); },
       {"note: turn 2: exchange/000/0002-1.request is missing, but the record is about it",
        "note: turn 2: exchange/000/0002-1.response is missing, but the record is about it",
        "note: turn 3: the story could not be compared: the reply to turn 2 could not be read "
        "whole",
        "note: turn 3: the verdict ok could not be judged again"}},
      {[](RecordedTurn& turn) { turn.picture.reset(); },
       {"note: turn 2: turn_0002.png is missing"}},
      {[](RecordedTurn& turn) {
         turn.record.reset();
         turn.attempts[0].request.reset();
       },
       {"note: turn 2: exchange/000/0002-1.request is missing", "note: turn 2: not recorded",
        "note: turn 2: turn_0002.png could not be compared: its request is missing",
        "note: turn 3: the story could not be compared: turn 2 was not recorded",
        "note: turn 3: the verdict ok could not be judged again"}},
  };
  for (const auto& [edit, lines] : rows) {
    RecordedTurns run = record_turns(3);
    edit(run.turn(2));
    EXPECT_EQ(found_in(run), lines);
  }
}

// A turn that was asked for again, by an orchestrator that had been killed or whose capturer
// failed.
TEST(TurnCheck, KnowsThePictureOfAnotherAttempt) {
  RecordedTurns run = record_turns(3);
  const std::string reply = reply_text(2);
  run.turn(2) = record_attempts(2, {{picture_of(2), reply}, {"", reply}}, 2000);
  EXPECT_EQ(found_in(run), (Lines{"note: turn 2: turn_0002.png is that of attempt 1, the record is "
                                  "about attempt 2"}));
  run.turn(2).picture = picture_of(9);
  EXPECT_EQ(found_in(run)[0], "turn 2: turn_0002.png: the request had no picture: it was added");

  // A kill came between the second picture and its record.
  run.turn(2) = record_attempts(2, {{picture_of(2), reply}, {picture_of(8), reply}}, 2000);
  EXPECT_EQ(found_in(run), Lines{});
  run.turn(2).record = record_attempts(2, {{picture_of(2), reply}}, 2000).record;
  EXPECT_EQ(found_in(run), (Lines{"note: turn 2: turn_0002.png is that of attempt 2, the record is "
                                  "about attempt 1",
                                  "note: turn 2: attempt 2 has a whole reply, and was not "
                                  "recorded"}));
  // But no older picture comes back.
  run.turn(2) = record_attempts(2, {{picture_of(2), reply}, {picture_of(8), reply}}, 2000);
  run.turn(2).picture = picture_of(2);
  EXPECT_EQ(found_in(run)[0].find("turn 2: turn_0002.png: sha256 of the picture that "), 0U);
}

// After a full disk a run goes on from an older state than its records.
TEST(TurnCheck, KnowsATurnThatWasMadeAgain) {
  RecordedTurns run = record_turns(4);
  const std::pair<std::string, std::string> first = {picture_of(2), reply_text(2)},
                                            second = {picture_of(2), "another"};
  run.turn(2) = record_attempts(2, {first, second}, 9000);
  EXPECT_EQ(found_in(run), (Lines{"note: turn 3: goes on from an earlier reply to turn 2, which "
                                  "was made again"}));
  // Not so if turn 3 was recorded after that.
  run.turn(2) = record_attempts(2, {first, second}, 2000);
  EXPECT_EQ(found_in(run)[0].find("turn 3: exchange/000/0003-1.request: messages[1]: the story"),
            0U);
}

TEST(TurnCheck, TakesTheLastWholeAttempt) {
  RecordedTurns run = record_turns(3);
  // Before the recorded attempt, which becomes the second, one was cut and one refused.
  RecordedTurn& second = run.turn(2);
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
    for (const RecordedTurn& files : run.turns)
      for (const Finding& finding : check_next(check, files).findings)
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
  const auto forked = [](std::vector<RunOrigin> origins) {
    RunFile about = about_recorded_turns();
    about.origins = std::move(origins);
    return about;
  };
  EXPECT_EQ(found_in(run, forked({{"bbbb", 3}, {"aaaa", 1}})), Lines{});
  const std::string first =
      "turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected aaaa/2/1, got bbbb/2/1";
  EXPECT_EQ(found_in(run, forked({{"bbbb", 3}, {"aaaa", 2}}))[0], first);
}

// What requests are held against must not go away with a word.
TEST(TurnCheck, NamesAMemoryThatItDoesNotKnow) {
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

// The turn that the run finished with, made of turn 3.
RecordedTurns finished_run(const std::function<void(TurnRecord&)>& edit = {}) {
  RecordedTurns run = record_turns(3);
  RecordedTurn& last = run.turn(3);
  TurnRecord record = parse_turn_record(*last.record).value();
  record.finish = Finish{FinishReason::limit, "2 turns are made"};
  record.response.reset();
  record.memory.reset();
  record.story = "null";
  record.verdict = "not_applicable";
  if (edit) edit(record);
  last.record = to_json(record);
  last.attempts.clear();
  return run;
}

TEST(TurnCheck, ChecksTheTurnThatTheRunFinishedWith) {
  EXPECT_EQ(found_in(finished_run()), Lines{});
  const std::string file = "turn 3: turn_0003.json: ";
  RecordedTurns run = finished_run();
  run.turn(3).attempts = record_turns(3).turn(3).attempts;
  EXPECT_EQ(found_in(run).front(),
            "note: turn 3: attempt 1 has a whole reply, which the run was finished without");
  // A request that was not answered may have been sent before.
  run.turn(3).attempts[0].response.reset();
  for (const std::string& line : found_in(run)) EXPECT_TRUE(line.starts_with("note: ")) << line;
  run = finished_run();
  *run.turn(3).picture += "x";
  EXPECT_EQ(found_in(run).size(), 1U);
  run = finished_run([](TurnRecord& record) { record.finish->reason = FinishReason::done; });
  EXPECT_EQ(found_in(run), Lines{file + "finished: the model did not say that it has finished"});
  run = finished_run();
  run.turns.push_back(record_turns(4).turn(4));
  EXPECT_EQ(found_in(run).front(), "turn 4: turn_0004.json: the run finished with turn 3");
  RunFile about = about_recorded_turns();
  about.finish = Finish{FinishReason::limit, "9 turns are made"};
  EXPECT_EQ(found_in(finished_run(), about).front().substr(0, 60),
            (file + R"(finished: expected {"reason":"limit","code":10)").substr(0, 60));
}

// Another memory needs a row of its own and nothing here.
TEST(TurnCheck, HoldsRequestsAgainstAnyMemory) {
  const auto found = [](const std::string& from, const std::string& to) {
    RecordedTurns run = record_turns(4, true, &kDialogue);
    for (RecordedTurn& turn : run.turns)
      EXPECT_NE(turn.record->find(turn.turn == 1 ? R"("verdict":"first")" : R"("verdict":"ok")"),
                std::string::npos)
          << *turn.record;
    std::string& bytes = *run.turn(4).attempts[0].request;
    if (!from.empty()) bytes = replaced(bytes, from, to);
    return found_in(run);
  };
  const std::string request = "turn 4: exchange/000/0004-1.request: ";
  EXPECT_EQ(found("", ""), Lines{});
  EXPECT_EQ(found(R"("reply \u00e9 2")", R"("reply \u00e9 9")").front(),
            request + "messages[4]: it is not the reply to turn 2");
  EXPECT_EQ(found(R"("reply \u00e9 3")", R"("reply \u00e9 9")").front().substr(0, 90),
            (request + "messages[6]: the story is not the reply before it, from").substr(0, 90));
  // What the memory itself says of an older turn comes from that turn's record.
  EXPECT_EQ(found("It said: OK .\"", "It said: OK !\"").front(),
            request + R"(messages[1]: expected "It said: OK .", got "It said: OK !")");
  EXPECT_EQ(found(R"("role":"assistant")", R"("role":"assistent")").front(),
            request +
                "messages: expected system, user, assistant, user, assistant, user, "
                "assistant, user, got system, user, assistent, user, assistant, user, "
                "assistant, user");
}
}  // namespace
}  // namespace franz::proxy
