#pragma once
// What to do after a request to the model. Pure: no clock, no randomness. The table in
// known_causes.h lists the causes of failures and whether to repeat the request.
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

// Passed from request to request, also across turns.
struct RetryState {
  // Failed requests since the last reply or pause, by the code of a permanent cause.
  std::map<std::string_view, int> met;
  int failures = 0;  // failed requests of this round with temporary causes
  int waits = 0;     // rounds that failed in a row
  // False: the server refused stream_options, or the API has none; it is asked without.
  bool ask_usage = true;
  // False: the server refused parallel_tool_calls; it is asked without.
  bool ask_one_call = true;
  bool operator==(const RetryState&) const = default;

  // A new state that keeps ask_usage and ask_one_call.
  RetryState fresh() const {
    RetryState state;
    state.ask_usage = ask_usage;
    state.ask_one_call = ask_one_call;
    return state;
  }
};

struct RetryDecision {
  enum class Action {
    accept,  // use the reply
    retry,   // ask again after delay_ms: loop state `backing_off`
    wait,    // ask again after delay_ms: loop state `waiting`; it may take long
    pause,   // only a person can help; after resume the same is asked again
    stop,    // the request was cut by stop()
  };
  Action action = Action::accept;
  std::int64_t delay_ms = 0;
  bool list_models = false;        // pause: with_models() must add the list of models
  std::string text = {};           // of retry and wait, for log and dashboard
  std::string what = {};           // with round_failed: `text` without what happens next
  std::string_view code = {};      // of the cause; empty: accept, stop
  std::string_view to_model = {};  // of retry: a warning for the next feedback
  ModelProblem problem = {};       // of pause, still without models
  bool model_failed = false;       // the server was reached but gave no reply
  bool round_failed = false;       // wait: the retries failed; not while a model is loading
};

struct RetryStep {
  RetryState state;
  RetryDecision decision;
};

// `jitter`: a random value from 0 to 1. `api`: of the server.
// - A reply is accepted, also an empty one that ended normally.
// - A request that a setting or key prevents pauses with the reason, code `not_sent`.
// - Everything else has an entry in known_causes(), whose `repeat` decides. Delays double, times
//   0.75 to 1.25 by `jitter`, and are never shorter than the server demands; a demand of over a
//   minute is a wait.
// - A permanent cause that occurred more often than its limit since the last reply pauses, even
// with
//   other causes in between: no request is repeated forever.
// - A temporary cause has rounds: kRetries retries, then a wait of 15 s, 30 s, then 60 s each
// round,
//   without limit.
RetryStep decide(const RetryState& state, const ModelAnswer& answer, double jitter, const Api& api);

// The problem with the list of models, or with the reason why there is none.
ModelProblem with_models(ModelProblem problem, const Result<std::vector<std::string>>& models);
}  // namespace franz::orchestrator
