#include "common/run/known_attempts.h"
#include <algorithm>
#include "common/run/recorded_step.h"

namespace franz {
bool KnownAttempts::needs_all_steps() const {
  return memory_ != nullptr && memory_->need == Need::all_steps;
}

void KnownAttempts::add(KnownAttempt attempt) {
  const int turn = attempt.turn;
  std::vector<KnownAttempt>& attempts = turns_[turn];
  by_request_.add(attempt.request, turn, attempts.size());
  if (attempt.counts && turn > newest_turn_) {
    for (auto each = turns_.lower_bound(newest_turn_ - kRememberedTurns);
         each != turns_.end() && each->first <= turn - kRememberedTurns; ++each)
      for (KnownAttempt& old : each->second) old.text.reset();
    newest_turn_ = turn;
  }
  if (turn <= newest_turn_ - kRememberedTurns) attempt.text.reset();
  attempts.push_back(std::move(attempt));
}

void KnownAttempts::add(const TurnRecord& record, bool delivered, bool usable) {
  KnownAttempt attempt{record.turn, record.attempt, record.request_id, record.after};
  attempt.counts = delivered && usable && record.response.has_value();
  if (attempt.counts) attempt.text = record.response->text;
  if (needs_all_steps()) {
    std::optional<Reply> reply;
    if (attempt.counts) reply = Reply{record.response->text, record.response->calls};
    std::optional<Step> step;  // nothing was said about the turn: not known
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
      known.has_reply = false;  // it proves nothing: state.json alone had it
      lost.step = std::make_shared<const KnownStep>(std::move(known));
    }
  }
  add(std::move(lost));
}

void KnownAttempts::lose(int turn, int attempt) {
  const auto found = turns_.find(turn);
  if (found == turns_.end()) return;
  for (KnownAttempt& each : found->second) {
    if (each.attempt != attempt) continue;
    each.lost = true;
    each.counts = false;
    each.text.reset();
    each.step.reset();
  }
}

int KnownAttempts::count(int turn) const {
  const auto found = turns_.find(turn);
  int highest = 0;
  if (found != turns_.end())
    for (const KnownAttempt& each : found->second) highest = std::max(highest, each.attempt);
  return highest;
}

const KnownAttempt* KnownAttempts::find(std::string_view request) const {
  const std::optional<AttemptPlace> found = by_request_.find(request);
  return found ? &turns_.at(found->turn)[found->at] : nullptr;
}

const KnownAttempt* KnownAttempts::newest(int turn) const {
  const auto found = turns_.find(turn);
  if (found == turns_.end()) return nullptr;
  const auto newest = std::find_if(found->second.rbegin(), found->second.rend(),
                                   [](const KnownAttempt& each) { return each.counts; });
  return newest == found->second.rend() ? nullptr : &*newest;
}

const KnownAttempt* KnownAttempts::newest() const {
  for (auto each = turns_.rbegin(); each != turns_.rend(); ++each)
    if (const KnownAttempt* const found = newest(each->first)) return found;
  return nullptr;
}

KnownSteps KnownAttempts::along(const KnownAttempt* last) const {
  KnownSteps steps;
  if (!needs_all_steps()) return steps;
  for (const KnownAttempt* each = last; each != nullptr;) {
    if (each->step) steps.set(each->turn, each->step);
    // What a lost attempt or a client without ids goes on from is not said: the newest.
    const bool says = !each->request.empty() && !each->lost;
    const KnownAttempt* const before = says ? find(each->after) : newest(each->turn - 1);
    each = before != nullptr && before->turn < each->turn ? before : nullptr;
  }
  return steps;
}
}  // namespace franz
