#pragma once
// Which model is asked, with which parameters, and what follows from its answers: combines retries
// (retry.h), pace (pace.h) and the fallback. Pure: no clock, no waiting, no randomness.
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
    // Nothing: the fallback is asked immediately.
    std::optional<RetryDecision> decision;
    std::vector<std::string> warnings;  // for log and dashboard, in order
  };

  // `api`: of the server; outlives it.
  explicit ModelPolicy(const Api& api);

  // Fixes the pace of the turn: its picture size stays, even if requests are slow or fail.
  void begin_turn() { pace_of_turn_ = pace_; }
  // The settings for the turn, from 1, adapted to its pace.
  Settings applied(Settings settings, int turn) const;

  // The model that is asked: the one that is set, or the fallback once it has replaced it.
  const std::string& model(const ModelSettings& settings) const;
  bool asks_usage() const { return retry_.ask_usage; }
  bool asks_one_call() const { return retry_.ask_one_call; }

  // What follows from an answer. `jitter`: as decide() takes it.
  Step answered(const ModelAnswer& answer, const ModelSettings& settings, double jitter);
  // An accepted reply arrived after `ms` milliseconds. Returns a warning if the fallback is asked
  // from now on.
  std::optional<std::string> accepted(double ms, const ModelSettings& settings);

 private:
  // Returns the warning. Nothing: there is no fallback, or it is asked already.
  std::optional<std::string> fall_back(const std::string& why, const ModelSettings& settings);

  const Api& api_;
  RetryState retry_;
  Pace pace_, pace_of_turn_;
  std::string fallback_for_;           // the model that the fallback replaces; empty: none
  bool reported_retry_after_ = false;  // ignoring Retry-After was reported; once a run
};
}  // namespace franz::orchestrator
