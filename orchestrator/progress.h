#pragma once
// How far the run is: the values of state.json and the turns that the memory needs. Pure.
#include <optional>
#include <string>
#include <vector>
#include "common/memory/memory.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// The only owner of the model's last reply, from its acceptance until the next one is accepted. A
// reply reaches it by move: from ModelAnswer into a Step, from the Step into accept(). The executor
// and state.json get copies.
class Progress {
 public:
  // `steps`: the turns up to state.turn that the memory needs, ascending. If there are none, the
  // reply in `state` becomes the only one.
  Progress(LoopState state, std::vector<Step> steps, Need need);

  // The last turn with a reply; 0: none.
  int turn() const { return state_.turn; }
  int next_turn() const { return state_.turn + 1; }
  // Null: the model has not replied yet. Valid until accept().
  const Reply* reply() const { return has_reply_ ? &steps_.back().reply : nullptr; }
  // Ascending; by `need` the last one or all.
  std::vector<Step>& steps() { return steps_; }

  // The values of state.json except the reply, which is empty here.
  LoopState& state() { return state_; }
  const LoopState& state() const { return state_; }
  // Those values with a copy of the reply.
  LoopState with_reply() const;

  // Makes `step`, whose turn is next_turn(), the last one. `request`: the id of the request that
  // was answered; `finish_reason`: as LoopState.
  void accept(Step step, const std::string& request, const std::string& finish_reason);

  // A memory of all steps keeps the objective that the run began with; others use `asked`. Returns
  // false once for each other objective that is `asked` for in vain.
  bool keep_objective(const std::string& asked);

 private:
  LoopState state_;
  std::vector<Step> steps_;
  Need need_;
  bool has_reply_ = false;
  std::string refused_objective_;  // the last one that keep_objective() reported
};
}  // namespace franz::orchestrator
