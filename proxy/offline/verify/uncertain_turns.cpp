#include "proxy/offline/verify/uncertain_turns.h"
#include <algorithm>
#include <string_view>
#include "proxy/offline/verify/system_messages.h"

namespace franz::proxy {
UncertainTurns::UncertainTurns(const std::optional<RunFile>& run) {
  if (!run) return;
  lost_turns_ = run->lost_turns;
  std::string before;
  for (const RunChange& change : run->changes) {
    // To the second: some are told no finer.
    const std::string now = change.time.substr(0, std::string_view("2026-11-26T04:49:54").size());
    clock_went_back_ = clock_went_back_ || now < before;
    before = now;
    if (is_new_beginning(change.text)) last_beginning_ = std::max(last_beginning_, change.time);
    if (change.reply) lost_replies_.insert_or_assign(change.reply->turn, *change.reply);
  }
}

std::optional<std::string> UncertainTurns::lost_reply(int turn, const CheckedAttempts& attempts,
                                                      const std::optional<Reply>& last) const {
  const auto lost = lost_replies_.find(turn);
  if (lost == lost_replies_.end() || lost->second.attempt < attempts.last_whole)
    return std::nullopt;
  if (last && reply_sha256(*last) == lost->second.sha256) return std::nullopt;
  return lost->second.sha256;
}

void UncertainTurns::keep(int turn, const CheckedAttempts& attempts, bool is_record_older) {
  if (!is_record_older && attempts.last_whole > 0 && lost_turns_.contains(turn))
    later_reply_.insert(turn);
}

std::optional<int> UncertainTurns::first_with_later_reply(int turn, bool all) const {
  const auto first = all ? later_reply_.begin() : later_reply_.find(turn - 1);
  return first == later_reply_.end() ? std::nullopt : std::optional(*first);
}
}  // namespace franz::proxy
