#pragma once
// The rows of a run's turns, in the order of turns.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/run/turn_ranges.h"
#include "common/run/turn_row.h"

namespace franz::proxy {
// Of many rows at once: a byte for each, and sums.
struct RowsOutline {
  TurnRanges turns;  // that have a row
  // Ascending, the first letter of each row's outcome; in upper case where there is a picture.
  std::string outcomes;
  long long tokens = 0;
  double latency_ms = 0;              // of all `timed` rows together
  int timed = 0;                      // those with a latency
  std::string first_time, last_time;  // of the first row and the last; empty: there is none
};

class TurnRows {
 public:
  // Another row of the same turn takes its place.
  void put(TurnRow row);

  bool empty() const { return rows_.empty(); }
  std::size_t size() const { return rows_.size(); }
  int last_turn() const { return rows_.empty() ? 0 : rows_.back().turn; }
  const TurnRow* find(int turn) const;  // null: there is no such row
  const TurnRow* last() const { return rows_.empty() ? nullptr : &rows_.back(); }
  std::span<const TurnRow> all() const { return rows_; }
  std::span<const TurnRow> from_to(int from, int to) const;  // ascending, both ends included
  RowsOutline outline(int from) const;                       // of the rows from this turn on

 private:
  std::vector<TurnRow> rows_;  // ascending
};
}  // namespace franz::proxy
