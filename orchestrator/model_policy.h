#pragma once
// Which model is asked, for what, and what follows from its answers: retries (retry.h), the pace
// (pace.h) and the fallback together. Pure: no clock, no waiting and no chance of its own.
#include <optional>
#include <string>
#include <vector>
#include "common/settings/settings.h"
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "orchestrator/pace.h"
#include "orchestrator/retry.h"

namespace franz::orchestrator {
class ModelPolicy {
 public:
  // After a request.
  struct Step {
    // Nothing: the fallback is asked now, at once.
    std::optional<RetryDecision> decision;
    std::vector<std::string> warnings;  // for log and dashboard, in order
  };

  // `api`, that the server is asked by, outlives it.
  explicit ModelPolicy(const Api& api);

  // The pace of now is the turn's: its picture stays what it is, however its requests go on.
  void begin_turn() { pace_of_turn_ = pace_; }
  // The settings in force for the turn, from 1, as its pace has them.
  Settings applied(Settings settings, int turn) const;

  // The model that is asked: the fallback, once it took this one's place.
  const std::string& model(const ModelSettings& settings) const;
  bool asks_usage() const { return retry_.ask_usage; }
  bool asks_one_call() const { return retry_.ask_one_call; }

  // What follows from an answer. `jitter`: as decide() takes it.
  Step answered(const ModelAnswer& answer, const ModelSettings& settings, double jitter);
  // An accepted reply came after so many milliseconds. A warning: the fallback is asked from now
  // on.
  std::optional<std::string> accepted(double ms, const ModelSettings& settings);

 private:
  // Nothing: there is no fallback, or it is asked already.
  std::optional<std::string> fall_back(const std::string& why, const ModelSettings& settings);

  const Api& api_;
  RetryState retry_;
  Pace pace_, pace_of_turn_;
  std::string fallback_for_;       // the model in whose place the fallback is asked; empty: none
  bool told_retry_after_ = false;  // that the server's Retry-After is ignored: once a run
};
}  // namespace franz::orchestrator
