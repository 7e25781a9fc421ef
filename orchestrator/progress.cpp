#include "orchestrator/progress.h"
#include <utility>
#include "common/run/step_json.h"

namespace franz::orchestrator {
Progress::Progress(LoopState state, std::vector<Step> steps, Need need)
    : state_(std::move(state)), steps_(std::move(steps)), need_(need) {
  if (!state_.reply) return;
  if (steps_.empty()) steps_.emplace_back().turn = state_.turn;
  steps_.back().reply = *std::exchange(state_.reply, std::nullopt);
  has_reply_ = true;
}

LoopState Progress::with_reply() const {
  LoopState whole = state_;
  if (has_reply_) whole.reply = steps_.back().reply;
  return whole;
}

void Progress::accept(Step step, const std::string& request, const std::string& finish_reason) {
  state_.turn = step.turn;
  state_.request = request;
  state_.finish_reason = finish_reason;
  Reply reply = std::exchange(step.reply, Reply());
  state_.step = to_json(step);
  step.reply = std::move(reply);
  keep_step(steps_, std::move(step), need_);
  has_reply_ = true;
  state_.acting.reset();
}

bool Progress::keep_objective(const std::string& asked) {
  if (need_ != Need::all_steps) {
    state_.objective.reset();
  } else if (!state_.objective) {
    state_.objective = asked;
  } else if (asked == *state_.objective) {
    refused_objective_.clear();
  } else if (asked != refused_objective_) {
    refused_objective_ = asked;
    return false;
  }
  return true;
}
}  // namespace franz::orchestrator
