#pragma once
// The loop: executor, model, store (docs/design.md). It touches the world through its ports only: a
// test plays a whole run with values.
#include <optional>
#include <string>
#include <vector>
#include "orchestrator/agent_stops.h"
#include "orchestrator/loop_parts.h"
#include "orchestrator/model_asking.h"
#include "orchestrator/run_watch.h"
#include "orchestrator/turn_actions.h"

namespace franz::orchestrator {
class TurnLoop {
 public:
  // `memory` and `api` outlive the loop. `steps`: the turns up to the state's, if the memory needs
  // all.
  TurnLoop(LoopPorts ports, const Memory& memory, const Api& api, LoopState state,
           std::string run_dir, std::vector<Step> steps = {});

  // Runs until a limit, a stop or the model's done. Saves the state, emits `finished` with the
  // reason and returns it.
  Finish run();

 private:
  enum class TurnEnd { finished, interrupted, closed };

  Finish run_turns();
  TurnEnd turn();
  ExecutorReply act_with_warnings(const Turn& turn);
  bool is_interrupted_after(const Turn& turn, const ExecutorReply& acted);
  bool needs_picture_again(const ExecutorReply& acted);
  // Why the agent stops after the actions goes into the state's finish.
  void look_for_stop(const Turn& turn, const ExecutorReply& acted);
  // Emits turn_acted. `question`: null if the turn sends none.
  void report_acted(const ExecutorReply& acted, const TurnQuestion* question);
  TurnEnd close(const ExecutorReply& acted);
  void accept(ModelAnswer answer, const ExecutorReply& acted, const Now& now);

  LoopParts parts_;
  ModelAsking asking_{parts_};
  RunWatch watch_;
  AgentStops stops_;
  int lost_pictures_ = 0;  // in a row, on a screen that may lose its connection
  long long tokens_ = 0;   // of prompts and replies so far
};
}  // namespace franz::orchestrator
