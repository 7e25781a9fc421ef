#include "proxy/offline/verify/turn_files_check.h"
#include <gtest/gtest.h>
#include <functional>
#include "common/base/sha256.h"
#include "tests/proxy/offline/verify/recorded_turns.h"
#include "tests/support/joined.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

TEST(TurnFilesCheck, SaysWhatAKillCost) {
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

// The proxy had no room for its body: the stored bytes are whole, the record has nothing of it.
TEST(TurnFilesCheck, TakesARequestThatWasNotReadForNoEdit) {
  RecordedTurns run = record_turns(4);
  RecordedTurn& turn = run.turn(2);
  TurnRecord record = parse_turn_record(*turn.record).value();
  record.story = record.feedback = "null";
  record.model = "";
  record.temperature = record.top_p = std::nullopt;
  record.max_tokens = std::nullopt;
  record.messages = 0;
  record.picture.reset();
  record.verdict = "unverifiable";
  record.detail = R"({"text":"the request could not be read"})";
  turn.record = to_json(record);
  turn.picture.reset();
  EXPECT_EQ(found_in(run), (Lines{"note: turn 2: its request was not read when it was recorded",
                                  "note: turn 2: the verdict was unverifiable; by the stored bytes "
                                  "it is ok",
                                  "note: turn 2: turn_0002.png is missing"}));
  record.verdict = "ok";
  record.detail = "null";
  turn.record = to_json(record);
  EXPECT_GT(found_in(run).size(), 3U);
}

// Files are written one after the other; a disk that was full for a while took any of them.
TEST(TurnFilesCheck, SaysWhatAFullDiskCost) {
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
TEST(TurnFilesCheck, KnowsThePictureOfAnotherAttempt) {
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

// Behind a turn that is not known a request has messages that are not expected: where its picture
// cannot be found in it the file is held against the record alone.
TEST(TurnFilesCheck, HoldsAPictureThatCannotBeFoundInItsRequestAgainstTheRecord) {
  TurnFiles files;
  files.turn = 2;
  files.picture = picture_of(2);
  TurnRecord record = parse_turn_record(*record_turns(3).turn(2).record).value();
  CheckedAttempts attempts;
  attempts.recorded = attempts.last_whole = record.attempt;
  CheckedAttempt& attempt = attempts.all[record.attempt];
  attempt.has_request = attempt.has_response = attempt.is_read = attempt.is_whole = true;
  attempt.record = record;
  const auto lines = [&] {
    Lines found;
    for (const Finding& each : check_turn_files(files, record, attempts))
      found.push_back(to_line(each));
    return found;
  };
  EXPECT_EQ(lines(), (Lines{"turn 2: turn_0002.png: the request had no picture: it was added"}));
  attempt.is_formed_otherwise = true;
  EXPECT_EQ(lines(), Lines{});
  files.picture = picture_of(9);
  ASSERT_EQ(lines().size(), 1U);
  EXPECT_EQ(lines()[0].find("turn 2: turn_0002.png: sha256 of the picture that "), 0U);
  // One that is found in it counts, whatever its form.
  attempt.picture_sha256 = sha256_hex(*files.picture);
  EXPECT_EQ(lines(), Lines{});
}

// What a client called for, made of turn 3.
RecordedTurn called_turn() {
  RecordedTurn last = record_turns(3).turn(3);
  TurnRecord record = parse_turn_record(*last.record).value();
  record.called = true;
  record.memory.reset();
  record.story = record.detail = "null";
  record.verdict = kUnwitnessed;
  last.record = to_json(record);
  last.attempts.clear();
  return last;
}

TEST(TurnFilesCheck, ChecksWhatAClientCalledFor) {
  const std::string file = "turn 3: turn_0003.json: ";
  RecordedTurns run = record_turns(3);
  run.turn(3) = called_turn();
  const std::vector<std::string> found = found_in(run);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(),
            file + "request: it is null, and run.json tells of no client that called");
  RunFile about = about_recorded_turns();
  about.made_by = "mcp_server";
  const auto check = [&](const RecordedTurn& turn) {
    TurnCheck one(about);
    return check_next(one, turn).findings;
  };
  EXPECT_TRUE(check(called_turn()).empty());
  RecordedTurn other = called_turn();
  *other.picture += "x";
  EXPECT_EQ(check(other).size(), 1U);
  other = called_turn();
  other.attempts = record_turns(3).turn(3).attempts;
  EXPECT_FALSE(check(other).empty());
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

TEST(TurnFilesCheck, ChecksTheTurnThatTheRunFinishedWith) {
  EXPECT_EQ(found_in(finished_run()), Lines{});
  const std::string file = "turn 3: turn_0003.json: ";
  RecordedTurns run = finished_run();
  run.turn(3).attempts = record_turns(3).turn(3).attempts;
  EXPECT_EQ(found_in(run).front(),
            "note: turn 3: attempt 1 has a whole reply, which the run was finished without");
  // A request that was not answered may have been sent before.
  run.turn(3).attempts[0].response.reset();
  EXPECT_EQ(found_in(run),
            Lines{"note: turn 3: attempt 1 has no whole reply, and the run was finished"});
  run = finished_run();
  *run.turn(3).picture += "x";
  EXPECT_EQ(found_in(run).size(), 1U);
  run = finished_run([](TurnRecord& record) { record.finish->reason = FinishReason::done; });
  EXPECT_EQ(found_in(run), Lines{file + "finished: the model did not say that it has finished"});
  const struct {
    FinishReason reason;
    std::string evidence, lacks;
  } cases[] = {
      {FinishReason::malformed, R"(,"error":{"class":"malformed_reply"}})",
       "the last reply was not malformed"},
      {FinishReason::out_of_bounds, R"(,"error":{"class":"out_of_bounds"}})",
       "the last reply names no place beyond the picture"},
      {FinishReason::confidence, R"(,"error":{"class":"low_confidence"}})",
       "the last reply was sure enough"},
      {FinishReason::window_gone, R"(,"warnings":[{"code":"window_gone","text":"t"}]})",
       "nothing tells that the window was gone"},
  };
  for (const auto& [reason, evidence, lacks] : cases) {
    const auto ended = [reason = reason](const std::string& out) {
      return finished_run([&](TurnRecord& record) {
        record.finish->reason = reason;
        std::string told = record.executor_out;
        if (!out.empty()) record.executor_out = told.replace(told.size() - 1, 1, out);
      });
    };
    EXPECT_EQ(found_in(ended("")), Lines{joined({file, "finished: ", lacks})});
    EXPECT_EQ(found_in(ended(evidence)), Lines{}) << evidence;
  }
  run = finished_run();
  run.turns.push_back(record_turns(4).turn(4));
  EXPECT_EQ(found_in(run).front(), "turn 4: turn_0004.json: the run finished with turn 3");
  // But for one that was made from a reply to that turn, before the turn was made again.
  run.turn(3).attempts = record_turns(3).turn(3).attempts;
  EXPECT_EQ(found_in(run),
            (Lines{"note: turn 3: attempt 1 has a whole reply, which the run was finished without",
                   "note: turn 4: made before turn 3, which the run finished with"}));
  RunFile about = about_recorded_turns();
  about.finish = Finish{FinishReason::limit, "9 turns are made"};
  EXPECT_EQ(found_in(finished_run(), about).front().substr(0, 60),
            (file + R"(finished: expected {"reason":"limit","code":10)").substr(0, 60));
}
}  // namespace
}  // namespace franz::proxy
