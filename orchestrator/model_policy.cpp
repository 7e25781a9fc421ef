#include "orchestrator/model_policy.h"
#include <utility>

namespace franz::orchestrator {
ModelPolicy::ModelPolicy(const Api& api) : api_(api) { retry_.ask_usage = api.usage_is_asked_for; }

Settings ModelPolicy::applied(Settings settings, int turn) const {
  return pace_of_turn_.applied(std::move(settings), turn, api_.least_max_tokens);
}

const std::string& ModelPolicy::model(const ModelSettings& settings) const {
  const bool replaced = fallback_for_ == settings.name && !settings.fallback.empty();
  return replaced ? settings.fallback : settings.name;
}

ModelPolicy::Step ModelPolicy::answered(const ModelAnswer& answer, const ModelSettings& settings,
                                        double jitter) {
  Step step;
  if (!answer.retry_after_ignored.empty() && !std::exchange(reported_retry_after_, true))
    step.warnings.push_back(
        "the model server sent \"" + answer.retry_after_ignored +
        "\": no time that can be meant (0 s to a day, or a date); it is ignored");
  auto [next, decision] = decide(retry_, answer, jitter, api_);
  retry_ = next;
  std::optional<std::string> replaced;
  if (decision.model_failed) {
    pace_.failed();
    if (const std::string why = pace_.why_fall_back(settings); !why.empty())
      replaced = fall_back(
          (decision.text.empty() ? decision.problem.what : decision.text) + "; " + why, settings);
    if (replaced) retry_ = retry_.fresh();
  }
  // The server has no such model.
  if (!replaced && decision.action == RetryDecision::Action::pause && decision.list_models)
    replaced = fall_back(decision.problem.what, settings);
  if (replaced) {
    step.warnings.push_back(*replaced);
  } else {
    step.decision = std::move(decision);
  }
  return step;
}

std::optional<std::string> ModelPolicy::accepted(double ms, const ModelSettings& settings) {
  pace_.replied(ms, settings);
  const std::string why = pace_.why_fall_back(settings);
  return why.empty() ? std::nullopt : fall_back(why, settings);
}

std::optional<std::string> ModelPolicy::fall_back(const std::string& why,
                                                  const ModelSettings& settings) {
  if (settings.fallback.empty() || fallback_for_ == settings.name) return std::nullopt;
  fallback_for_ = settings.name;
  pace_.begin_again();
  return why + "; [model] fallback is asked instead: " + settings.fallback;
}
}  // namespace franz::orchestrator
