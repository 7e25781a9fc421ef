#pragma once
// What to do after a request to the model: pure policy, no clock and no chance of its own.
#include <cstdint>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/model_problem.h"

namespace franz::orchestrator {
inline constexpr int kRetries = 5;

// Carried from request to request; a new turn goes on with what the last one left.
struct RetryState {
  int failures = 0;  // failed requests of this round
  int faults = 0;    // the last of them in a row that a 500 answered
  int waits = 0;     // rounds that failed in a row
  // False: the server refused stream_options, or the API has none; it is asked without.
  bool ask_usage = true;
  bool operator==(const RetryState&) const = default;
};

struct RetryDecision {
  enum class Action {
    accept,  // the reply is the next story
    retry,   // ask again after delay_ms: loop state `backing_off`
    wait,    // ask again after delay_ms: loop state `waiting`; it may take long
    pause,   // only a person can help; resuming asks again with the same story
    stop,    // the request was cut by stop()
  };
  Action action = Action::accept;
  std::int64_t delay_ms = 0;
  bool list_models = false;   // pause: let with_models() add which models there are
  std::string text = {};      // of retry and wait, for log and dashboard
  ModelProblem problem = {};  // of pause, still without models
  bool model_failed = false;  // the server was reached, and failed to give a reply
};

struct RetryStep {
  RetryState state;
  RetryDecision decision;
};

// `jitter`: a random value from 0 to 1. `api`: that the server was asked by.
// - A reply is accepted, an empty one that ended as it should too; the round begins anew.
// - No connection, a timeout, a cut reply, 408, 429 and 5xx are failures: kRetries retries after
//   0.5 s, doubling, times 0.75 to 1.25 by `jitter`, never sooner than the server asks for. Over a
//   minute of asking is a wait.
// - The last retry failed: a fault (500 and the like, twice in a row) pauses with the server's
//   words; all else, and whatever our proxy answers itself, waits 15 s, 30 s, then 60 s each round.
// - 503 while the model loads counts as no failure: it waits 2 s.
// - Refused stream_options: at once again without, and so from then on.
// - What could not be sent for a setting or key pauses with the reason.
// - Another 4xx pauses with the server's words and what helps. Errors under status 200 are what
//   their words stand for (server_errors.h).
RetryStep decide(const RetryState& state, const ModelAnswer& answer, double jitter, const Api& api);

// The problem with the models that there are, or with advice that says why they could not be
// listed.
ModelProblem with_models(ModelProblem problem, const Result<std::vector<std::string>>& models);
}  // namespace franz::orchestrator
