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

TEST(RunSummary, IsWrittenAsJson) {
  RunSummary summary;
  summary.id = 3;
  summary.name = "run_x";
  EXPECT_EQ(to_json(summary),
            R"({"id":3,"name":"run_x","current":false,"run":null,"profile":null,"turns":0,)"
            R"("last_turn":0,"started":null,"last":null,"verdict":null,"thumbnail":null,)"
            R"("bytes":0,"complete":true,"writing":false})");
  summary.turns = 2;
  summary.last_turn = 9;
  summary.last = "T9";
  summary.verdict = Verdict::superseded;
  summary.current = summary.writing = true;
  summary.run = "5f0c";
  summary.profile = "franz";
  summary.started = "T0";
  summary.thumbnail = 8;
  summary.bytes = 5'000'000'000;
  summary.complete = false;
  summary.problem = "turn_0001.json: /turn: expected 1..2147483647";
  EXPECT_EQ(to_json(summary),
            R"({"id":3,"name":"run_x","current":true,"run":"5f0c","profile":"franz","turns":2,)"
            R"("last_turn":9,"started":"T0","last":"T9","verdict":"superseded","thumbnail":8,)"
            R"("bytes":5000000000,"complete":false,"writing":true,)"
            R"("problem":"turn_0001.json: /turn: expected 1..2147483647"})");
}

}  // namespace
}  // namespace franz::proxy
