#include "proxy/record/turn_numbers.h"
#include <algorithm>
#include <utility>
#include "common/wire/limits.h"

namespace franz::proxy {
TurnNumbers::TurnNumbers(std::map<int, int> attempts, int last)
    : attempts_(std::move(attempts)), last_(last) {}

// The client asks again when it got no reply: only a recorded turn is over, or one whose reply it
// may have got, if it asks for something else now.
int TurnNumbers::by_order(const std::string& sha256) const {
  int over = last_;
  if (unread_ && unread_->turn > last_) {
    const bool again = !sha256.empty() && unread_->sha256 == sha256;
    over = again ? unread_->turn - 1 : unread_->turn;
  }
  return std::min(over, kMaxTurn - 1) + 1;
}

TurnNumbers::Attempt TurnNumbers::number(int turn, bool by_order, const std::string& sha256) {
  const std::optional<Asking> refused = std::exchange(refused_, std::nullopt);
  if (by_order && refused && refused->turn == turn && refused->sha256 != sha256)
    return {refused->attempt, true};
  int& number = attempts_[turn];
  number = std::min(number, kMaxAttempt - 1) + 1;
  return {number, false};
}

void TurnNumbers::recorded(int turn) { last_ = std::max(last_, turn); }
}  // namespace franz::proxy
