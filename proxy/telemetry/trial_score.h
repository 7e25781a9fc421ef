#pragma once
#include <optional>
#include "proxy/tasks/task_result.h"
#include "proxy/telemetry/run_spans.h"

namespace franz::proxy {
// The score of a trial for its events. Nothing: it was not measured.
inline std::optional<TrialScore> trial_score(const TaskResult& result) {
  if (result.outcome != TrialOutcome::measured) return std::nullopt;
  return TrialScore{result.task, result.score.success, result.score.partial};
}
}  // namespace franz::proxy
