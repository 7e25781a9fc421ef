#include "proxy/dashboard/turn_rows.h"
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace franz::proxy {
namespace {
TurnRow row(int turn, int attempt = 1) {
  TurnRow made;
  made.turn = turn;
  made.attempt = attempt;
  made.picture = turn % 2 == 0;
  return made;
}

std::string text_of(std::span<const TurnRow> rows) {
  std::string text;
  for (const TurnRow& each : rows)
    text += std::to_string(each.turn) + "-" + std::to_string(each.attempt) + " ";
  return text;
}

TEST(TurnRows, AreOrderedWithOneRowPerTurn) {
  TurnRows rows;
  EXPECT_TRUE(rows.empty() && rows.last() == nullptr && rows.all().empty());
  EXPECT_EQ(rows.last_turn(), 0);
  EXPECT_EQ(text_of(rows.from_to(1, 9)), "");
  for (const int turn : {5, 2, 9, 7}) rows.put(row(turn));
  rows.put(row(7, 12));
  EXPECT_EQ(text_of(rows.all()), "2-1 5-1 7-12 9-1 ");
  EXPECT_EQ(rows.last()->turn, 9);
  EXPECT_EQ(rows.find(7)->attempt, 12);
  EXPECT_EQ(rows.find(6), nullptr);
  EXPECT_EQ(text_of(rows.from_to(3, 7)), "5-1 7-12 ");
  EXPECT_EQ(text_of(rows.from_to(5, 5)), "5-1 ");
  EXPECT_EQ(text_of(rows.from_to(8, 3)), "");
  EXPECT_EQ(text_of(rows.from_to(10, 99)), "");
}

TEST(TurnRows, HaveAnOutline) {
  TurnRows rows;
  EXPECT_EQ(rows.outline(1).outcomes, "");
  EXPECT_TRUE(rows.outline(1).turns.empty());
  for (const auto& [turn, outcome] :
       std::vector<std::pair<int, TurnOutcome>>{{3, TurnOutcome::none},
                                                {4, TurnOutcome::actions},
                                                {5, TurnOutcome::error},
                                                {8, TurnOutcome::violation},
                                                {9, TurnOutcome::none},
                                                {999'999'999, TurnOutcome::degraded}}) {
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

}  // namespace
}  // namespace franz::proxy
