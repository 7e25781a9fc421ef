#include "proxy/offline/verify/turns_made_again.h"
#include <algorithm>
#include "common/base/sha256.h"

namespace franz::proxy {
void TurnsMadeAgain::keep(int turn, const TurnReplies& replies, const CheckedAttempts& attempts) {
  if (!replies.older.empty()) turns_[turn] = {replies.older, replies.time};
  if (turns_.empty()) return;
  for (const auto& [number, attempt] : attempts.all)
    if (!attempt.picture_sha256.empty()) shown_[attempt.picture_sha256] = turn;
}

// The recorded attempt is the last of its turn: it came after all that was recorded earlier.
std::set<int> TurnsMadeAgain::after(int turn, const TurnRecord* record) const {
  std::set<int> turns;
  for (const auto& [each, made] : turns_) {
    if (each >= turn) break;
    if (record == nullptr || (!made.time.empty() && made.time > record->time)) turns.insert(each);
  }
  return turns;
}

bool TurnsMadeAgain::is_earlier_reply(const Part& part, std::string_view token) const {
  const auto found = turns_.find(part.turn);
  if (found == turns_.end()) return false;
  const std::string sha256 = sha256_hex(token);
  return std::ranges::any_of(found->second.earlier, [&](const TurnReplies::Older& each) {
    return each.digests.of(*part.form) == sha256;
  });
}

bool TurnsMadeAgain::was_shown_since(int turn, const std::string& picture_sha256) const {
  const auto found = shown_.find(picture_sha256);
  return found != shown_.end() && found->second >= turn;
}
}  // namespace franz::proxy
