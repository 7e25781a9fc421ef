#include "common/run/known_attempts.h"
#include <algorithm>
#include "common/run/recorded_step.h"

namespace franz {
bool KnownAttempts::needs_all_steps() const {
  return memory_ != nullptr && memory_->need == Need::all_steps;
}

void KnownAttempts::add(KnownAttempt attempt) {
  const int turn = attempt.turn;
  if (attempt.counts && turn > newest_turn_) {
    for (auto each = turns_.lower_bound(newest_turn_ - kRememberedTurns);
         each != turns_.end() && each->first <= turn - kRememberedTurns; ++each)
      for (KnownAttempt& old : each->second.all) old.text.reset();
    newest_turn_ = turn;
  }
  if (turn <= newest_turn_ - kRememberedTurns) attempt.text.reset();
  Attempts& attempts = turns_[turn];
  by_request_.add(attempt.request, turn, attempts.all.size());
  attempts.highest = std::max(attempts.highest, attempt.attempt);
  if (attempt.counts) attempts.newest = attempts.all.size();
  attempts.all.push_back(std::move(attempt));
}

void KnownAttempts::add(const TurnRecord& record, bool delivered, bool usable) {
  KnownAttempt attempt{record.turn, record.attempt, record.request_id, record.after};
  attempt.counts = delivered && usable && record.response.has_value();
  if (attempt.counts) attempt.text = record.response->text;
  if (needs_all_steps()) {
    std::optional<Reply> reply;
    if (attempt.counts) reply = Reply{record.response->text, record.response->calls};
    std::optional<Step> step;  // nothing: no event reported the turn, so it is unknown
    if (record.executor_out != "null")
      if (Result<Step> read = recorded_step(record); read.ok()) step = std::move(read).value();
    KnownStep known = known_step(std::move(step), reply);
    known.is_picture_unknown = is_request_unread(record);
    attempt.step = std::make_shared<const KnownStep>(std::move(known));
  }
  add(std::move(attempt));
}

void KnownAttempts::add_lost(int turn, int attempt, std::string request,
                             const std::optional<Step>& step) {
  KnownAttempt lost{turn, attempt, std::move(request), ""};
  lost.lost = true;
  lost.counts = step.has_value();
  if (step) {
    lost.text = step->reply.text;
    if (needs_all_steps()) {
      KnownStep known = known_step(*step, step->reply);
      known.has_reply = false;  // proves nothing: only state.json had it
      lost.step = std::make_shared<const KnownStep>(std::move(known));
    }
  }
  add(std::move(lost));
}

void KnownAttempts::lose(int turn, int attempt) {
  const auto found = turns_.find(turn);
  if (found == turns_.end()) return;
  Attempts& attempts = found->second;
  attempts.newest.reset();
  for (std::size_t i = 0; i < attempts.all.size(); ++i) {
    KnownAttempt& each = attempts.all[i];
    if (each.attempt == attempt) {
      each.lost = true;
      each.counts = false;
      each.text.reset();
      each.step.reset();
    }
    if (each.counts) attempts.newest = i;
  }
  while (newest_turn_ > 0 && newest(newest_turn_) == nullptr) --newest_turn_;
}

int KnownAttempts::count(int turn) const {
  const auto found = turns_.find(turn);
  return found == turns_.end() ? 0 : found->second.highest;
}

const KnownAttempt* KnownAttempts::find(std::string_view request) const {
  const std::optional<AttemptPlace> found = by_request_.find(request);
  return found ? &turns_.at(found->turn).all[found->at] : nullptr;
}

const KnownAttempt* KnownAttempts::newest(int turn) const {
  const auto found = turns_.find(turn);
  if (found == turns_.end() || !found->second.newest) return nullptr;
  return &found->second.all[*found->second.newest];
}

const KnownAttempt* KnownAttempts::newest() const { return newest(newest_turn_); }

KnownSteps KnownAttempts::along(const KnownAttempt* last) const {
  KnownSteps steps;
  if (!needs_all_steps()) return steps;
  for (const KnownAttempt* each = last; each != nullptr;) {
    if (each->step) steps.set(each->turn, each->step);
    // For a lost attempt or a client without ids the predecessor is assumed to be the newest.
    const bool has_after = !each->request.empty() && !each->lost;
    const KnownAttempt* const before = has_after ? find(each->after) : newest(each->turn - 1);
    each = before != nullptr && before->turn < each->turn ? before : nullptr;
  }
  return steps;
}
}  // namespace franz
