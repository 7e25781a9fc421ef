#pragma once
// What the files of a run leave open where it was begun again: which reply to a turn came last, and
// which of two turns was made first.
#include <map>
#include <optional>
#include <set>
#include <string>
#include "common/run/run_file.h"
#include "common/run/turn_ranges.h"
#include "common/run/turn_record.h"
#include "common/wire/reply.h"
#include "proxy/offline/verify/turn_files.h"

namespace franz::proxy {
class UncertainTurns {
 public:
  // `run`: nothing: run.json cannot be read, and tells of nothing.
  explicit UncertainTurns(const std::optional<RunFile>& run);

  // The reply_sha256() of a reply that the run went on from, as run.json tells, and that came after
  // all that are stored. `last`: the last one of these. Nothing: there was none.
  std::optional<std::string> lost_reply(int turn, const CheckedAttempts& attempts,
                                        const std::optional<Reply>& last) const;

  // The turn is over. To be called with ascending turns. `is_record_older`: CheckedTurn's.
  void keep(int turn, const CheckedAttempts& attempts, bool is_record_older);
  // There may have been a later reply to a turn that was kept than is known: run.json tells that
  // something of it was lost, which may have been of a later attempt.
  bool may_have_later_reply(int turn) const { return later_reply_.contains(turn); }
  // The first such turn of those that a request for `turn` tells of; no later one was kept yet.
  // `all`: it tells of all before it, else of the last.
  std::optional<int> first_with_later_reply(int turn, bool all) const;

  // The record, where its time tells what was made first; else null. A clock that was put back to
  // after the change in run.json before it is not noticed.
  const TurnRecord* dated(const TurnRecord* record) const {
    return clock_went_back_ ? nullptr : record;
  }
  // When the run was begun again for the last time, as run.json tells it; empty: it began once.
  const std::string& last_beginning() const { return last_beginning_; }

 private:
  std::map<int, LostReply> lost_replies_;  // by their turns
  TurnRanges lost_turns_;
  std::set<int> later_reply_;
  bool clock_went_back_ = false;
  std::string last_beginning_;
};
}  // namespace franz::proxy
