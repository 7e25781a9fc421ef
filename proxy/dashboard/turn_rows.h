#pragma once
// The rows of a run's turns, some sixty bytes each: of their texts but few differ, and a time as
// the recorder writes it is a number.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/turn_ranges.h"
#include "common/run/turn_record.h"

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
  void put(const TurnRow& row);

  bool empty() const { return rows_.empty(); }
  std::size_t size() const { return rows_.size(); }
  int last_turn() const { return rows_.empty() ? 0 : rows_.back().turn; }
  int attempt_of(int turn) const;  // 0: there is no such row

  std::optional<TurnRow> last() const;        // nothing: there are no rows
  std::vector<std::string> verdicts() const;  // those that occur, each once

  // Ascending, both ends included.
  std::vector<TurnRow> from_to(int from, int to) const;
  // Likewise, one after the other: all of a long run take many times their sixty bytes.
  void each(int from, int to, const std::function<void(const TurnRow&)>& on_row) const;
  std::vector<TurnRow> all() const;
  RowsOutline outline(int from) const;  // of the rows from this turn on

 private:
  using Word = std::uint32_t;  // a place in words_

  struct Packed {
    long long tokens = 0;
    double latency_ms = 0;
    std::int64_t time = 0;  // Unix milliseconds, or a word
    int turn = 0, attempt = 0, actions = 0;
    Word outcome = 0, verdict = 0, finish_reason = 0, finished = 0;
    bool picture = false, time_is_word = false;
  };

  Word word(const std::string& text);
  Packed pack(const TurnRow& row);
  TurnRow unpack(const Packed& row) const;
  std::deque<Packed>::const_iterator find(int turn) const;  // the first that is not before it

  std::deque<Packed> rows_;  // ascending
  std::map<std::string, Word, std::less<>> known_words_;
  std::vector<std::string> words_;
};
}  // namespace franz::proxy
