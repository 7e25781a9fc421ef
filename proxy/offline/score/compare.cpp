#include "proxy/offline/score/compare.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "proxy/offline/score/table.h"

namespace franz::proxy {
namespace {
struct Rate {
  std::string sha256;  // of the task
  double success = 0;
};
}  // namespace

// The measured tasks of an arm, in the order of the plan.
static std::vector<std::pair<std::string, Rate>> rates_of(const Ledger& ledger, int arm) {
  std::vector<std::pair<std::string, Rate>> rates;
  const ScoreTable table = make_table(ledger, Intervals::left_out);
  for (const ScoreCell& cell : table.cells) {
    if (cell.arm != arm || cell.measured == 0) continue;
    const PlannedTask& task = ledger.plan().tasks[static_cast<std::size_t>(cell.task)];
    rates.emplace_back(task.id, Rate{task.sha256, cell.success});
  }
  return rates;
}

ScoreComparison compare(const Ledger& a, int arm_a, const Ledger& b, int arm_b) {
  ScoreComparison found;
  const auto rates_a = rates_of(a, arm_a), rates_b = rates_of(b, arm_b);
  std::map<std::string, Rate> by_id(rates_b.begin(), rates_b.end());
  std::vector<double> all_a, all_b, differences;
  for (const auto& [id, rate] : rates_a) {
    const auto other = by_id.find(id);
    if (other == by_id.end()) {
      found.only_a.push_back(id);
      continue;
    }
    if (other->second.sha256 != rate.sha256) {
      found.changed.push_back(id);
    } else {
      found.tasks.push_back({id, rate.success, other->second.success});
      all_a.push_back(rate.success);
      all_b.push_back(other->second.success);
      differences.push_back(other->second.success - rate.success);
    }
    by_id.erase(other);
  }
  for (const auto& [id, rate] : rates_b)
    if (by_id.contains(id)) found.only_b.push_back(id);
  found.a = mean_of(all_a);
  found.b = mean_of(all_b);
  found.difference = mean_of(differences);
  found.interval = bootstrap_interval(differences, seed_of(a.plan_sha256()));
  return found;
}

// In percent or percentage points, to one decimal.
static std::string percent_text(double value) {
  const double tenths = std::round(value * 1000) / 10 + 0.0;  // + 0.0: never "-0"
  std::string text = json_number(tenths);
  if (text.find('.') == std::string::npos) text += ".0";
  return text;
}

static std::string points(double value) { return (value > 0 ? "+" : "") + percent_text(value); }

static std::string list_of(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : ", ") + id;
  return text;
}

std::string comparison_text(const ScoreComparison& comparison, const std::string& name_a,
                            const std::string& name_b) {
  std::string text = "A  " + name_a + "\nB  " + name_b + "\n";
  for (const ComparedTask& task : comparison.tasks)
    if (task.a != task.b)
      text +=
          "  " + task.id + ": " + percent_text(task.a) + " % and " + percent_text(task.b) + " %\n";
  text += "success on " + count_text(comparison.tasks.size(), "common task") + ": A " +
          percent_text(comparison.a) + " %, B " + percent_text(comparison.b) + " %\n";
  text += "difference B - A: " + points(comparison.difference) + " points";
  if (comparison.interval) {
    text += " (95 %: " + points(comparison.interval->low) + " to " +
            points(comparison.interval->high) + "): ";
    text += comparison.shows_difference() ? "a difference is shown" : "no difference shown";
  } else {
    text +=
        "; with fewer than " + std::to_string(kLeastTasks) + " common tasks no interval is given";
  }
  text += "\n";
  if (!comparison.only_a.empty()) text += "only in A: " + list_of(comparison.only_a) + "\n";
  if (!comparison.only_b.empty()) text += "only in B: " + list_of(comparison.only_b) + "\n";
  if (!comparison.changed.empty())
    text += "not compared, because the task differs: " + list_of(comparison.changed) + "\n";
  return text;
}

std::string comparison_json(const ScoreComparison& comparison) {
  std::vector<std::string> tasks;
  for (const ComparedTask& task : comparison.tasks)
    tasks.push_back(JsonObject()
                        .text("task", task.id)
                        .number("a", rounded(task.a))
                        .number("b", rounded(task.b))
                        .finish());
  JsonObject object;
  object.raw("tasks", json_array(tasks));
  object.raw("only_a", json_text_array(comparison.only_a));
  object.raw("only_b", json_text_array(comparison.only_b));
  object.raw("changed", json_text_array(comparison.changed));
  object.number("a", rounded(comparison.a)).number("b", rounded(comparison.b));
  object.number("difference", rounded(comparison.difference));
  if (comparison.interval) {
    const std::vector<std::string> ends{json_number(rounded(comparison.interval->low)),
                                        json_number(rounded(comparison.interval->high))};
    object.raw("interval", json_array(ends));
  } else {
    object.null("interval");
  }
  object.boolean("shows_difference", comparison.shows_difference());
  return object.finish();
}
}  // namespace franz::proxy
