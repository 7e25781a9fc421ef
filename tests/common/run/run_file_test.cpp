#include "common/run/run_file.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
const std::string kRun =
    R"({"protocol":"franz.run.v2","run":"5f0c","name":"run_20260131_120000",)"
    R"("started":"2026-01-31T12:00:00Z","version":"0.1.0","profile":"franz",)"
    R"("upstream":"http://127.0.0.1:1235","relay":"127.0.0.1:1234","dashboard":"127.0.0.1:8080",)"
    R"("restarts":2,"settings":{"model.temperature":0.7},)"
    R"("sources":{"model.temperature":"config.ini:14"},)"
    R"("changes":[{"time":"T","text":"resumed after turn 7"},)"
    R"({"time":"T","text":"a text","system":{"turn":8,"sha256":")"
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    R"(","cause":"prompt"}},{"time":"T","text":"a text","note":{"turn":9,"sha256":")"
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    R"("}},{"time":"T","text":"a text","reply":{"turn":10,"attempt":0,"sha256":")"
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    R"("}}],)"
    R"("origin":{"run":"17aa","at":7,"origin":{"run":"0b0b","at":5,"origin":null}},)"
    R"("lost_turns":[[12,14],[37,37]],"told_from":8,)"
    R"("finished":{"reason":"turns","code":0,"text":"24 turns are made"}})";

TEST(RunFile, ReadsWhatItWrote) {
  const Result<RunFile> run = parse_run_file(kRun);
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(to_json(run.value()), kRun);
}

TEST(RunFile, TellsWhichOtherProgramMadeItAndThatNothingGoesOnWithIt) {
  RunFile run = parse_run_file(kRun).value();
  EXPECT_TRUE(check_goes_on(run).ok());
  run.made_by = "mcp_server";
  const std::string json = to_json(run);
  EXPECT_NE(json.find(R"("dashboard":"127.0.0.1:8080","made_by":"mcp_server","restarts")"),
            std::string::npos)
      << json;
  EXPECT_EQ(to_json(parse_run_file(json).value()), json);
  EXPECT_EQ(check_goes_on(run).error().message,
            "it is a record of calls that mcp_server made for a client: there is no run to go on "
            "with");
}

TEST(RunFile, NamesTheWrongField) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"({"protocol":"franz.turn.v2","run":"a"})", "/protocol: expected \"franz.run.v2\""},
      {R"({"protocol":"franz.run.v2"})", "/run: expected a text"},
      {R"({"protocol":"franz.run.v2","run":"a/b"})",
       "/run: expected 1..64 letters, digits, _ or -"},
      {R"({"protocol":"franz.run.v2","run":"a","origin":{"run":"b"}})",
       "/origin/at: expected 1..999999999"},
      {R"({"protocol":"franz.run.v2","run":"a","origin":{"run":"b","at":5,"origin":{"run":"c","at":6}}})",
       "/origin/origin/at: expected 1..5"},
      {R"({"protocol":"franz.run.v2","run":"a","lost_turns":[[5,4]]})",
       "/lost_turns/0/1: expected 5..999999999"},
      {R"({"protocol":"franz.run.v2","run":"a","lost_turns":[[1,2147483647]]})",
       "/lost_turns/0/1: expected 1..999999999"},
      {R"({"protocol":"franz.run.v2","run":"a","changes":[{"time":"","text":"","system":{"turn":1,"sha256":"a","cause":""}}]})",
       "/changes/0/system/sha256: expected 64 hexadecimal digits"},
      {R"({"protocol":"franz.run.v2","run":"a","changes":[{"time":"","text":"","note":{"turn":1,"sha256":"A"}}]})",
       "/changes/0/note/sha256: expected 64 hexadecimal digits"},
      {R"({"protocol":"franz.run.v2","run":"a","changes":[{"time":"","text":"","reply":{"turn":1,"attempt":-1,"sha256":""}}]})",
       "/changes/0/reply/attempt: expected 0..999999999"},
      {R"({"protocol":"franz.run.v2","run":"a","told_from":0})",
       "/told_from: expected 1..999999999"},
      {R"({"protocol":"franz.run.v2","run":"a"})", "/told_from: expected 1..999999999"},
  };
  for (const auto& [json, error] : rows) {
    const Result<RunFile> run = parse_run_file(json);
    ASSERT_FALSE(run.ok()) << json;
    EXPECT_EQ(run.error().message, error);
  }
}

TEST(RunFile, KeepsSystemMessagesWhateverElseChanges) {
  RunFile run;
  run.run = "5f0c";
  run.add_system_change("T", {1, std::string(64, 'a'), "start"});
  run.add_system_change("T", {9, std::string(64, 'b'), "prompt"});
  for (int i = 0; i < 1500; ++i) run.add_change("T", std::to_string(i));
  ASSERT_EQ(run.changes.size(), kMaxChanges + 2);
  EXPECT_EQ(run.changes[0].text, "turn 1: the system message was recorded");
  EXPECT_EQ(run.changes[1].text, "turn 9: another system message: prompt");
  EXPECT_EQ(run.changes[1].system, (SystemChange{9, std::string(64, 'b'), "prompt"}));
  const Result<RunFile> read = parse_run_file(to_json(run));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(to_json(read.value()), to_json(run));
}

// A turn's attempts repeat its note; a loop that was started again may get more with it.
TEST(RunFile, TellsEachNoteOnce) {
  RunFile run;
  run.run = "5f0c";
  const std::string a(64, 'a'), b(64, 'b');
  const std::vector<ToldNote> notes = {{3, a}, {3, a}, {3, b}, {3, a}, {4, a}};
  for (const ToldNote& note : notes) run.add_note("T", note);
  std::vector<ToldNote> told;
  for (const RunChange& change : run.changes) told.push_back(change.note.value());
  EXPECT_EQ(told, (std::vector<ToldNote>{{3, a}, {3, b}, {4, a}}));
  EXPECT_EQ(run.changes[2].text, "turn 4: a note of the operator");
}

// It is resumed as often as it is killed before the next turn.
TEST(RunFile, TellsEachLostReplyOnce) {
  RunFile run;
  const std::string a(64, 'a');
  for (const LostReply& reply : {LostReply{3, 1, a}, LostReply{3, 1, a}, LostReply{4, 1, a}})
    run.add_lost_reply("T", reply);
  ASSERT_EQ(run.changes.size(), 2U);
  EXPECT_EQ(run.changes[1].reply, (LostReply{4, 1, a}));
  EXPECT_EQ(run.changes[1].text, "turn 4: its reply, which the run goes on from, was not recorded");
}

// Turns whose messages are no longer told must not be found wrong.
TEST(RunFile, TellsFromALaterTurnOnWhereTheOldestWasDropped) {
  RunFile run;
  run.told_from = 1;
  const std::string a(64, 'a');
  for (int turn = 1; turn <= static_cast<int>(kMaxToldNotes); ++turn) run.add_note("T", {turn, a});
  EXPECT_EQ(run.told_from, 1);
  run.add_note("T", {20000, a});
  EXPECT_EQ(run.told_from, 2);
  for (int i = 0; i < static_cast<int>(kMaxSystemChanges); ++i)
    run.add_system_change("T", {10 * i + 1, a, "prompt"});
  EXPECT_EQ(run.told_from, 2);
  run.add_system_change("T", {200000, a, "prompt"});
  EXPECT_EQ(run.told_from, 11);
}

TEST(RunFile, KeepsTheNewestChanges) {
  RunFile run;
  for (int i = 0; i < 1500; ++i) run.add_change("T", std::to_string(i));
  EXPECT_EQ(run.changes.size(), kMaxChanges);
  EXPECT_EQ(run.changes.back().text, "1499");
}
}  // namespace
}  // namespace franz
