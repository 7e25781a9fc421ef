#include "proxy/dashboard/run_summary.h"
#include <gtest/gtest.h>
#include <utility>
#include <vector>
#include "common/run/run_files.h"

namespace franz::proxy {
namespace {
RunLine attempt(int turn, int number, Verdict verdict, std::vector<LoggedFile> files = {}) {
  AttemptEntry entry;
  entry.turn = turn;
  entry.attempt = number;
  entry.row.verdict = verdict;
  entry.row.time = "T" + std::to_string(turn);
  entry.row.picture = !files.empty();
  entry.files = std::move(files);
  return {1, "T", "", entry};
}

TEST(RunTally, HasTheWorstVerdictOfTheTurns) {
  using enum Verdict;
  using Attempts = std::vector<std::pair<int, Verdict>>;  // turn and verdict
  const std::vector<std::pair<Attempts, std::optional<Verdict>>> rows = {
      {{}, std::nullopt},
      {{{1, first}}, ok},
      {{{1, first}, {2, ok}}, ok},
      {{{1, not_applicable}}, not_applicable},
      {{{1, unwitnessed}, {2, ok}}, unwitnessed},
      {{{1, first}, {2, superseded}, {3, unwitnessed}}, superseded},
      {{{1, unverifiable}, {2, superseded}}, unverifiable},
      {{{1, violation}, {2, unverifiable}, {3, ok}}, violation},
      {{{1, first}, {2, violation}, {2, ok}, {3, ok}}, ok},  // the newest attempt counts
  };
  for (const auto& [attempts, worst] : rows) {
    RunTally tally;
    int number = 0, last = 0;
    for (const auto& [turn, verdict] : attempts) {
      tally.take(attempt(turn, ++number, verdict), 10);
      last = turn;
    }
    EXPECT_EQ(tally.summary().verdict, worst) << rows.size();
    EXPECT_EQ(tally.summary().turns, last);
    EXPECT_EQ(tally.summary().bytes, 10 * attempts.size());
  }
}

TEST(RunTally, StaysImportedAfterAnotherBegin) {
  RunTally tally;
  BeginEntry imported{"5f0c", "run_1", "0.1.0", "", ""};
  imported.imported = ImportedFrom{{"t.json", 5, ""}, "ATIF-v1.6", "terminus", "2.0"};
  tally.take({1, "T0", "", imported}, 100);
  tally.take({2, "T1", "", BeginEntry{"17aa", "run_2", "0.1.0", "", ""}}, 100);
  EXPECT_TRUE(tally.summary().imported);
  EXPECT_FALSE(tally.summary().ended);
  tally.take({3, "T2", "", EndEntry{}}, 100);
  EXPECT_NE(to_json(tally.summary()).find(R"("imported":true,"ended":true)"), std::string::npos);
}

TEST(RunTally, CountsEachUnchangingFileOnce) {
  RunTally tally;
  tally.take({1, "T0", "", BeginEntry{"5f0c", "run_1", "0.1.0", "franz", ""}}, 100);
  tally.take(attempt(8, 1, Verdict::ok, {{"turn_0008.json", 10, ""}, {"turn_0008.png", 20, ""}}),
             1);
  tally.take(attempt(8, 2, Verdict::ok, {{"turn_0008-2.json", 40, ""}, {"turn_0008.png", 20, ""}}),
             2);
  tally.take({4, "T", "", LostEntry{9, 1, "", "", LoggedFile{"lost_0009-1.json", 80, ""}}}, 4);
  tally.take({5, "T", "", EndEntry{{}, {{"state.json", 7, ""}, {"SHA256SUMS", 7, ""}}}}, 8);
  const RunSummary& summary = tally.summary();
  EXPECT_EQ(summary.bytes, 100U + 1 + 2 + 4 + 8 + 10 + 20 + 40 + 80);
  EXPECT_EQ(summary.run + summary.profile + summary.started + summary.last, "5f0cfranzT0T8");
  EXPECT_EQ(summary.turns, 1);
  EXPECT_EQ(summary.thumbnail, 8);
}

TEST(RunTally, ShowsThePictureWithTheMostToSee) {
  const std::vector<std::pair<std::vector<std::uint64_t>, int>> rows = {
      {{}, 0},
      {{620}, 1},                  // black, but there is no other one
      {{620, 620, 4000, 620}, 3},  // the first turns and the last one show a black screen
      {{620, 4000, 9000, 9000}, 3},
  };
  for (const auto& [sizes, shown] : rows) {
    RunTally tally;
    int turn = 0;
    for (const std::uint64_t size : sizes) {
      ++turn;
      tally.take(attempt(turn, 1, Verdict::ok,
                         {{"turn_000" + std::to_string(turn) + ".json", 90'000, ""},
                          {"turn_000" + std::to_string(turn) + ".png", size, ""}}),
                 1);
    }
    EXPECT_EQ(tally.summary().thumbnail, shown) << sizes.size();
  }
}

TEST(RunTally, HasTheSettingsInForceAndHowTheRunEnded) {
  const auto settings = [](const std::string& objective) {
    return SettingsInForce{R"({"model.name":"qwen","agent.objective":")" + objective + R"("})",
                           "{}"};
  };
  RunTally tally;
  const auto said = [&] {
    const RunSummary& summary = tally.summary();
    return summary.model + "|" + summary.objective + "|" +
           (summary.finish ? summary.finish->text : "-");
  };
  BeginEntry begin{"5f0c", "run_1", "0.1.0", "franz", ""};
  begin.in_force = settings("Draw a cat");
  tally.take({1, "T0", "", begin}, 1);
  EXPECT_EQ(said(), "qwen|Draw a cat|-");
  tally.take({2, "T1", "", SettingsEntry{3, "", settings("Draw a fish")}}, 1);
  tally.take({3, "T2", "", EndEntry{Finish{FinishReason::turns, "the turn limit"}, {}}}, 1);
  EXPECT_EQ(said(), "qwen|Draw a fish|the turn limit");
  tally.take({4, "T3", "", ResumedEntry{"", "", {}, settings(std::string(900, 'x'))}}, 1);
  EXPECT_EQ(tally.summary().objective.size(), 300U);
  EXPECT_FALSE(tally.summary().finish);
  tally.take(
      {5, "T4", "", SettingsEntry{9, "", {"{}", "{}", LoggedFile{"settings_5.json", 1, ""}}}}, 1);
  EXPECT_EQ(tally.summary().model, "qwen") << "settings in a file are not read";
}

TEST(RunSummary, IsWrittenAsJson) {
  RunSummary summary;
  summary.id = 3;
  summary.name = "run_x";
  EXPECT_EQ(
      to_json(summary),
      R"({"id":3,"name":"run_x","title":null,"tags":[],"current":false,"run":null,"profile":null,"turns":0,)"
      R"("last_turn":0,"started":null,"last":null,"objective":null,"model":null,)"
      R"("finished":null,"verdict":null,"thumbnail":null,)"
      R"("bytes":0,"complete":true,"writing":false})");
  summary.turns = 2;
  summary.last_turn = 9;
  summary.last = "T9";
  summary.verdict = Verdict::superseded;
  summary.current = summary.writing = true;
  summary.run = "5f0c";
  summary.profile = "franz";
  summary.started = "T0";
  summary.label = {"cat", {"a"}};
  summary.thumbnail = 8;
  summary.objective = "Draw a \"cat\"";
  summary.model = "qwen";
  summary.finish = Finish{FinishReason::turns, "the turn limit"};
  summary.bytes = 5'000'000'000;
  summary.complete = false;
  summary.problem = "turn_0001.json: /turn: expected 1..2147483647";
  EXPECT_EQ(
      to_json(summary),
      R"({"id":3,"name":"run_x","title":"cat","tags":["a"],"current":true,"run":"5f0c","profile":"franz","turns":2,)"
      R"("last_turn":9,"started":"T0","last":"T9","objective":"Draw a \"cat\"",)"
      R"("model":"qwen","finished":{"reason":"turns","code":0,"text":"the turn limit"},)"
      R"("verdict":"superseded","thumbnail":8,)"
      R"("bytes":5000000000,"complete":false,"writing":true,)"
      R"("problem":"turn_0001.json: /turn: expected 1..2147483647"})");
}

}  // namespace
}  // namespace franz::proxy
