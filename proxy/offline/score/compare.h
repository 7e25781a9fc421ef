#pragma once
// Compares one arm of a score with one arm of another, over the tasks that both measured. Pure.
#include <optional>
#include <string>
#include <vector>
#include "proxy/offline/score/ledger.h"
#include "proxy/offline/score/statistics.h"

namespace franz::proxy {
struct ComparedTask {
  std::string id;
  double a = 0, b = 0;  // success rates
};

struct ScoreComparison {
  std::vector<ComparedTask> tasks;          // that both measured, in A's order
  std::vector<std::string> only_a, only_b;  // measured by one of them alone
  std::vector<std::string> changed;         // the same id with another digest: not compared
  double a = 0, b = 0;                      // means over the common tasks
  double difference = 0;                    // b - a
  // Bootstrap over the tasks' differences; nothing: fewer than kLeastTasks common tasks.
  std::optional<Interval> interval;
  // As shown: a rounding error is no difference.
  bool shows_difference() const {
    return interval && (rounded(interval->low) > 0 || rounded(interval->high) < 0);
  }
};

// `arm_a`, `arm_b`: from 1. The trials of a task may differ in number: each side has the mean of
// its own. The interval's seed is that of A's plan.
ScoreComparison compare(const Ledger& a, int arm_a, const Ledger& b, int arm_b);

// For people: several lines with newlines. `name_a`, `name_b`: of bundle and arm.
std::string comparison_text(const ScoreComparison& comparison, const std::string& name_a,
                            const std::string& name_b);
std::string comparison_json(const ScoreComparison& comparison);
}  // namespace franz::proxy
