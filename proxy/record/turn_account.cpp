#include "proxy/record/turn_account.h"

namespace franz::proxy {
void TurnAccount::met(int turn) {
  if (!met_) settled_ = turn - 1;
  met_ = true;
}

bool TurnAccount::recorded(int turn, bool whole, bool replied) {
  met(turn);
  if (replied && turn == unrecorded_) unrecorded_ = 0;
  over(turn);
  recorded_.add(turn);
  if (lost_.contains(turn) != whole) return false;
  if (whole) {
    lost_.remove(turn);
  } else {
    lost_.add(turn);
  }
  return true;
}

bool TurnAccount::settle(int up_to) {
  if (!met_ || up_to <= settled_) return false;
  const TurnRanges missing = recorded_.missing(settled_ + 1, up_to);
  settled_ = up_to;
  lost_.add(missing);
  return !missing.empty();
}

bool TurnAccount::settle_all() {
  const TurnRanges before = lost_;
  settle(over_);
  if (unrecorded_ > 0) lost_.add(unrecorded_);
  return lost_ != before;
}
}  // namespace franz::proxy
