#include "proxy/offline/score/table.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz::proxy {
static constexpr double kMillion = 1e6;

double cost_of(const TrialEnd& end, const TokenPrices& prices) {
  return (static_cast<double>(end.input_tokens) * prices.input +
          static_cast<double>(end.output_tokens) * prices.output) /
         kMillion;
}

static double tokens_of(const TrialEnd& end) {
  return static_cast<double>(end.input_tokens + end.output_tokens);
}

namespace {
// The measured results of a cell or of an arm.
struct Measured {
  std::vector<double> success, partial, turns, tokens, seconds;

  void add(const TrialEnd& end) {
    success.push_back(end.success ? 1 : 0);
    partial.push_back(end.partial);
    turns.push_back(end.turns);
    tokens.push_back(tokens_of(end));
    seconds.push_back(end.seconds);
  }
};

// The values of an arm, one for each of its tasks.
struct TaskMeans {
  std::vector<double> success, partial, at_least, deviation;
};
}  // namespace

static void count_unmeasured(const TrialState& state, ScoreCell& cell) {
  if (state.result() != nullptr && state.result()->person) {
    ++cell.touched;
  } else if (state.result() != nullptr && state.result()->outcome == TrialOutcome::skipped) {
    ++cell.skipped;
  } else {
    ++cell.not_measured;
  }
}

static ScoreCell make_cell(const Ledger& ledger, int task, int arm, Measured& of_arm,
                           ScoreArm& totals) {
  const ScorePlan& plan = ledger.plan();
  ScoreCell cell;
  cell.task = task;
  cell.arm = arm;
  Measured measured;
  for (int repeat = 1; repeat <= plan.repeat; ++repeat) {
    const TrialState& state = ledger.state({task, arm, repeat});
    ++cell.planned;
    totals.interrupted += state.interrupted();
    for (const auto& [attempt, end] : state.ends)
      if (totals.cost) *totals.cost += cost_of(end, plan.prices);
    if (state.result() == nullptr || state.result()->person ||
        state.result()->outcome != TrialOutcome::measured) {
      count_unmeasured(state, cell);
      continue;
    }
    const TrialEnd& end = *state.result();
    measured.add(end);
    of_arm.add(end);
    if (!end.success) ++totals.failures[end.failure];
  }
  cell.measured = static_cast<int>(measured.success.size());
  cell.succeeded = static_cast<int>(std::ranges::count(measured.success, 1.0));
  cell.success = mean_of(measured.success);
  cell.partial = mean_of(measured.partial);
  cell.interval = wilson_interval(static_cast<std::size_t>(cell.succeeded),
                                  static_cast<std::size_t>(cell.measured));
  cell.deviation = deviation_of(measured.success);
  cell.turns = mean_of(measured.turns);
  cell.tokens = mean_of(measured.tokens);
  cell.seconds = mean_of(measured.seconds);
  return cell;
}

static void add_cell(const ScoreCell& cell, ScoreArm& arm, TaskMeans& means) {
  arm.planned += cell.planned;
  arm.measured += cell.measured;
  arm.skipped += cell.skipped;
  arm.touched += cell.touched;
  arm.not_measured += cell.not_measured;
  const int counted = cell.measured + cell.not_measured;
  if (counted > 0) means.at_least.push_back(static_cast<double>(cell.succeeded) / counted);
  if (cell.measured == 0) return;
  ++arm.tasks;
  means.success.push_back(cell.success);
  means.partial.push_back(cell.partial);
  means.deviation.push_back(cell.deviation);
}

static void add_use(const TrialEnd& end, std::map<std::string, ServerUse>& servers) {
  if (end.upstream.empty()) return;
  ServerUse& use = servers[end.upstream];
  ++use.tries;
  use.requests += end.requests;
  use.tokens += end.input_tokens + end.output_tokens;
  use.waited += end.waited;
}

ScoreTable make_table(const Ledger& ledger, Intervals intervals) {
  const ScorePlan& plan = ledger.plan();
  const std::uint64_t seed = seed_of(ledger.plan_sha256());
  const bool priced = plan.prices.input > 0 || plan.prices.output > 0;
  ScoreTable table;
  for (int number = 1; number <= static_cast<int>(arm_count(plan)); ++number) {
    ScoreArm arm;
    arm.arm = number;
    if (priced) arm.cost = 0;
    Measured measured;
    TaskMeans means;
    for (int task = 0; task < static_cast<int>(plan.tasks.size()); ++task) {
      table.cells.push_back(make_cell(ledger, task, number, measured, arm));
      add_cell(table.cells.back(), arm, means);
    }
    arm.success = mean_of(means.success);
    arm.partial = mean_of(means.partial);
    if (intervals == Intervals::computed) {
      arm.success_interval = bootstrap_interval(means.success, seed);
      arm.partial_interval = bootstrap_interval(means.partial, seed);
    }
    arm.success_at_least = mean_of(means.at_least);
    arm.spread = mean_of(means.deviation);
    arm.turns = mean_of(measured.turns);
    arm.tokens = mean_of(measured.tokens);
    arm.seconds = mean_of(measured.seconds);
    table.arms.push_back(std::move(arm));
  }
  for (const auto& [name, state] : ledger.trials())
    for (const auto& [attempt, end] : state.ends) add_use(end, table.servers);
  table.superseded = static_cast<int>(ledger.superseded().size());
  std::ranges::stable_sort(table.cells, {},
                           [](const ScoreCell& cell) { return std::pair(cell.task, cell.arm); });
  return table;
}

static void add_interval(JsonObject& object, const char* key,
                         const std::optional<Interval>& interval) {
  if (!interval) {
    object.null(key);
    return;
  }
  const std::vector<std::string> ends{json_number(rounded(interval->low)),
                                      json_number(rounded(interval->high))};
  object.raw(key, json_array(ends));
}

static std::string values_json(const SettingValues& values) {
  JsonObject object;
  for (const auto& [key, value] : values) object.text(key, value);
  return object.finish();
}

template <typename Counts>
static void add_counts(JsonObject& object, const Counts& of) {
  object.number("planned", static_cast<long long>(of.planned));
  object.number("measured", static_cast<long long>(of.measured));
  object.number("skipped", static_cast<long long>(of.skipped));
  object.number("touched", static_cast<long long>(of.touched));
  object.number("not_measured", static_cast<long long>(of.not_measured));
}

template <typename Means>
static void add_means(JsonObject& object, const Means& of) {
  object.number("turns", rounded(of.turns)).number("tokens", rounded(of.tokens));
  object.number("seconds", rounded(of.seconds));
}

std::string arm_json(const ScoreArm& arm, const ScorePlan& plan) {
  JsonObject object;
  object.number("arm", static_cast<long long>(arm.arm));
  object.raw("values", values_json(arm_values(plan, arm.arm)));
  object.number("tasks", static_cast<long long>(arm.tasks));
  add_counts(object, arm);
  object.number("success", rounded(arm.success));
  add_interval(object, "success_interval", arm.success_interval);
  object.number("partial", rounded(arm.partial));
  add_interval(object, "partial_interval", arm.partial_interval);
  object.number("success_at_least", rounded(arm.success_at_least));
  object.number("spread", rounded(arm.spread));
  object.number("interrupted", static_cast<long long>(arm.interrupted));
  add_means(object, arm);
  arm.cost ? object.number("cost", rounded(*arm.cost)) : object.null("cost");
  object.open("failures");
  for (const auto& [failure, count] : arm.failures)
    object.number(failure_name(failure), static_cast<long long>(count));
  return object.close().finish();
}

static std::string cell_json(const ScoreCell& cell, const ScorePlan& plan) {
  JsonObject object;
  object.text("task", plan.tasks[static_cast<std::size_t>(cell.task)].id);
  object.number("arm", static_cast<long long>(cell.arm));
  add_counts(object, cell);
  object.number("succeeded", static_cast<long long>(cell.succeeded));
  object.number("success", rounded(cell.success));
  add_interval(object, "interval", cell.interval);
  object.number("partial", rounded(cell.partial)).number("deviation", rounded(cell.deviation));
  add_means(object, cell);
  return object.finish();
}

std::string table_json(const ScoreTable& table, const ScorePlan& plan) {
  std::vector<std::string> arms, cells, servers;
  for (const auto& [upstream, use] : table.servers)
    servers.push_back(JsonObject()
                          .text("upstream", upstream)
                          .number("tries", static_cast<long long>(use.tries))
                          .number("requests", static_cast<long long>(use.requests))
                          .number("tokens", use.tokens)
                          .number("waited", rounded(use.waited))
                          .finish());
  for (const ScoreArm& arm : table.arms) arms.push_back(arm_json(arm, plan));
  for (const ScoreCell& cell : table.cells) cells.push_back(cell_json(cell, plan));
  return JsonObject()
      .text("protocol", kScoreProtocol)
      .raw("arms", json_array(arms))
      .raw("cells", json_array(cells))
      .raw("servers", json_array(servers))
      .number("superseded", static_cast<long long>(table.superseded))
      .finish();
}
}  // namespace franz::proxy
