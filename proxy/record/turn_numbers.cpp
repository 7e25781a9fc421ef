#include "proxy/record/turn_numbers.h"
#include <algorithm>
#include <utility>
#include "common/wire/limits.h"
#include "proxy/record/far_turns.h"

namespace franz::proxy {
static constexpr int kRememberedTurns = 3;  // before the present one and behind it

TurnNumbers::TurnNumbers(std::map<int, int> attempts, int last)
    : several_(std::move(attempts)), last_(last) {
  std::erase_if(several_, [this](const auto& known) {
    if (known.second != 1) return false;
    once_.add(known.first);
    return true;
  });
}

int TurnNumbers::attempts_of(int turn) const {
  const auto found = several_.find(turn);
  return found != several_.end() ? found->second : once_.contains(turn) ? 1 : 0;
}

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
  const int number = std::min(attempts_of(turn), kMaxAttempt - 1) + 1;
  if (number == 1) {
    once_.add(turn);
  } else {
    once_.remove(turn);
    several_[turn] = number;
  }
  return {number, false};
}

void TurnNumbers::replied(int turn, int attempt) {
  forget_far_turns(replied_, turn, kRememberedTurns);
  int& highest = replied_[turn];
  highest = std::max(highest, attempt);
}

bool TurnNumbers::is_superseded(int turn, int attempt) const {
  const auto known = replied_.find(turn);
  return known != replied_.end() && known->second > attempt;
}

void TurnNumbers::recorded(int turn) { last_ = std::max(last_, turn); }
}  // namespace franz::proxy
