#pragma once
// The rows of a run's turns, ordered by turn.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/run/turn_ranges.h"
#include "common/run/turn_row.h"

namespace franz::proxy {
// A summary of many rows: a byte for each, and sums.
struct RowsOutline {
  TurnRanges turns;  // turns with a row
  // In ascending order, the first letter of each row's outcome; upper case if it has a picture.
  std::string outcomes;
  long long tokens = 0;
  double latency_ms = 0;              // sum of all `timed` rows
  int timed = 0;                      // number of rows with a latency
  std::string first_time, last_time;  // of the first and the last row; empty: no rows
};

class TurnRows {
 public:
  // Replaces an existing row of the same turn.
  void put(TurnRow row);

  bool empty() const { return rows_.empty(); }
  std::size_t size() const { return rows_.size(); }
  int last_turn() const { return rows_.empty() ? 0 : rows_.back().turn; }
  const TurnRow* find(int turn) const;  // null: no such row
  const TurnRow* last() const { return rows_.empty() ? nullptr : &rows_.back(); }
  std::span<const TurnRow> all() const { return rows_; }
  std::span<const TurnRow> from_to(int from, int to) const;  // ascending, both ends included
  RowsOutline outline(int from) const;                       // rows from this turn on

 private:
  std::vector<TurnRow> rows_;  // ascending
};
}  // namespace franz::proxy
