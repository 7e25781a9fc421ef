#pragma once
// What to do after a request to the model: pure policy, no clock and no chance of its own. Which
// causes there are, and whether a request is worth repeating, is a table's matter (known_causes.h).
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/model_problem.h"

namespace franz::orchestrator {
inline constexpr int kRetries = 5;

// Carried from request to request; a new turn goes on with what the last one left.
struct RetryState {
  // Failed requests since the last reply or pause, by the code of a cause that does not pass by
  // itself.
  std::map<std::string_view, int> met;
  int failures = 0;  // failed requests of this round, for causes that pass by themselves
  int waits = 0;     // rounds that failed in a row
  // False: the server refused stream_options, or the API has none; it is asked without.
  bool ask_usage = true;
  // False: the server refused parallel_tool_calls; it is asked without.
  bool ask_one_call = true;
  bool operator==(const RetryState&) const = default;

  // With the options alone.
  RetryState fresh() const {
    RetryState state;
    state.ask_usage = ask_usage;
    state.ask_one_call = ask_one_call;
    return state;
  }
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
  bool list_models = false;        // pause: let with_models() add which models there are
  std::string text = {};           // of retry and wait, for log and dashboard
  std::string_view code = {};      // of the cause; empty: accept, stop
  std::string_view to_model = {};  // of retry: what the model hears with the next request
  ModelProblem problem = {};       // of pause, still without models
  bool model_failed = false;       // the server was reached, and failed to give a reply
};

struct RetryStep {
  RetryState state;
  RetryDecision decision;
};

// `jitter`: a random value from 0 to 1. `api`: that the server was asked by.
// - A reply is accepted, an empty one that ended as it should too.
// - What could not be sent for a setting or key pauses with the reason, code `not_sent`.
// - Everything else has an entry of known_causes(), whose `repeat` decides. Delays grow by
// doubling,
//   times 0.75 to 1.25 by `jitter`, never sooner than the server asks for; over a minute of asking
//   is a wait.
// - A cause that was met more often than its limit since the last reply pauses, whatever other
//   causes came between: no request is repeated for ever.
// - A cause that passes by itself has rounds: kRetries retries, then a wait of 15 s, 30 s, then
//   60 s each round, for as long as it takes.
RetryStep decide(const RetryState& state, const ModelAnswer& answer, double jitter, const Api& api);

// The problem with the models that there are, or with advice that says why they could not be
// listed.
ModelProblem with_models(ModelProblem problem, const Result<std::vector<std::string>>& models);
}  // namespace franz::orchestrator
