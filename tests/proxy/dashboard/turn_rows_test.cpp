#include "proxy/dashboard/turn_rows.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <string>

namespace franz::proxy {
namespace {
TurnRow row(int turn, const std::string& verdict = "ok") {
  TurnRow made;
  made.turn = turn;
  made.attempt = turn + 1;
  made.time = "2026-01-31T12:00:00.250Z";
  made.outcome = "actions";
  made.actions = turn + 2;
  made.verdict = verdict;
  made.tokens = 5'000'000'000 + turn;
  made.latency_ms = 0.125 * turn;
  made.finish_reason = turn % 2 == 0 ? "stop" : "length";
  made.picture = turn % 2 == 0;
  return made;
}

std::string text_of(const std::vector<TurnRow>& rows) {
  std::string text;
  for (const TurnRow& each : rows) text += to_json(each) + "\n";
  return text;
}

TEST(TurnRows, GiveEveryRowAsItWasPut) {
  std::vector<TurnRow> put = {row(1), row(2), row(7, "violation")};
  put[1].finished = "the turn limit";
  // Times as nobody of ours writes them come from other people's records.
  for (const char* time :
       {"", "T", "yesterday", "2026-02-30T12:00:00.000Z", "2026-01-31T24:00:00.000Z",
        "2026-01-31 12:00:00.000Z", "2026-01-31T12:00:00.2500", "1969-12-31T23:59:59.999Z",
        "0000-02-29T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2024-02-29T01:02:03.004Z",
        "\xff\xff\xff\xff-\xff\xff-\xff\xffT00:00:00.000Z"}) {
    put.push_back(row(put.back().turn + 1));
    put.back().time = time;
  }
  TurnRows rows;
  for (const TurnRow& each : put) rows.put(each);
  EXPECT_EQ(text_of(rows.all()), text_of(put));
  EXPECT_EQ(text_of({*rows.last()}), text_of({put.back()}));
}

TEST(TurnRows, AreInTheOrderOfTurnsAndTheNewestOfEach) {
  TurnRows rows;
  EXPECT_TRUE(rows.empty() && !rows.last() && rows.all().empty());
  EXPECT_EQ(rows.last_turn(), 0);
  for (const int turn : {5, 2, 9, 7}) rows.put(row(turn));
  TurnRow again = row(7, "violation");
  again.attempt = 12;
  rows.put(again);
  EXPECT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows.last_turn(), 9);
  EXPECT_EQ(rows.attempt_of(7), 12);
  EXPECT_EQ(rows.attempt_of(5), 6);
  EXPECT_EQ(rows.attempt_of(6), 0);
  EXPECT_EQ(text_of(rows.from_to(3, 7)), text_of({row(5), again}));
  EXPECT_EQ(text_of(rows.from_to(5, 5)), text_of({row(5)}));
  EXPECT_EQ(text_of(rows.from_to(8, 3)), "");
  EXPECT_EQ(text_of(rows.from_to(10, 99)), "");
}

TEST(TurnRows, HaveAnOutline) {
  TurnRows rows;
  EXPECT_EQ(rows.outline(1).outcomes, "");
  EXPECT_TRUE(rows.outline(1).turns.empty());
  for (const auto& [turn, outcome] :
       std::vector<std::pair<int, std::string>>{{3, "none"},
                                                {4, "actions"},
                                                {5, "error"},
                                                {8, "violation"},
                                                {9, ""},
                                                {999'999'999, "degraded"}}) {
    TurnRow made = row(turn);
    made.outcome = outcome;
    made.tokens = turn;
    made.latency_ms = turn == 4 ? 0 : 0.5;
    made.time = "at " + std::to_string(turn);
    rows.put(made);
  }
  const struct {
    int from;
    std::string turns, outcomes, first_time;
    long long tokens;
    int timed;
  } cases[] = {
      {1, "[[3,5],[8,9],[999999999,999999999]]", "nAeVnd", "at 3", 1'000'000'028, 5},
      {4, "[[4,5],[8,9],[999999999,999999999]]", "AeVnd", "at 4", 1'000'000'025, 4},
      {6, "[[8,9],[999999999,999999999]]", "Vnd", "at 8", 1'000'000'016, 3},
  };
  for (const auto& each : cases) {
    const RowsOutline outline = rows.outline(each.from);
    EXPECT_EQ(to_json(outline.turns), each.turns);
    EXPECT_EQ(outline.outcomes, each.outcomes);
    EXPECT_EQ(outline.first_time, each.first_time);
    EXPECT_EQ(outline.last_time, "at 999999999");
    EXPECT_EQ(outline.tokens, each.tokens);
    EXPECT_EQ(outline.timed, each.timed);
    EXPECT_EQ(outline.latency_ms, 0.5 * each.timed);
  }
}

TEST(TurnRows, KnowTheVerdictsThatOccur) {
  TurnRows rows;
  rows.put(row(1, "first"));
  rows.put(row(2, "violation"));
  rows.put(row(3, "ok"));
  rows.put(row(2, "ok"));  // it was made again
  std::vector<std::string> verdicts = rows.verdicts();
  std::ranges::sort(verdicts);
  EXPECT_EQ(verdicts, (std::vector<std::string>{"first", "ok"}));
}
}  // namespace
}  // namespace franz::proxy
