#pragma once
// Which turns of a run are looked at one by one, and which are passed over together.
#include <algorithm>
#include <optional>
#include "proxy/offline/verify/run_index.h"

namespace franz::proxy {
// One turn, or many in a row without any file, as a full disk leaves them: one file with a high
// number must not make anybody count to it.
struct TurnStep {
  int first = 0, last = 0;
  bool gap = false;  // first..last have no file
};

class TurnSequence {
 public:
  // `up_to`: the last turn to look at; 0: all. The index outlives this.
  TurnSequence(const RunIndex& index, int up_to)
      : index_(index), last_(up_to > 0 ? std::min(up_to, index.last_turn) : index.last_turn) {}

  int last() const { return last_; }

  // Ascending; nothing: there are no more. A gap is always followed by a turn.
  std::optional<TurnStep> next() {
    if (number_ >= last_) return std::nullopt;
    const int turn = number_ + 1;
    const auto found = index_.turns.lower_bound(turn);
    const int there = found == index_.turns.end() ? last_ : std::min(found->first, last_);
    if (there - turn > kLongestGap) {
      number_ = there - 1;
      return TurnStep{turn, there - 1, true};
    }
    number_ = turn;
    return TurnStep{turn, turn, false};
  }

 private:
  static constexpr int kLongestGap = 1000;  // turns in a row without a file, looked at singly

  const RunIndex& index_;
  const int last_;
  int number_ = 0;  // the last one that was given
};
}  // namespace franz::proxy
