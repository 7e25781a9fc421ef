#pragma once
// What a score measures: every task with every combination of the values of its axes, repeated.
// One run of a task is a trial. The plan is the first line of the ledger, so a trial that was
// planned and has no result stays visible. Pure.
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
inline constexpr const char* kScoreProtocol = "franz.score.v1";
inline constexpr std::size_t kMaxTasks = 10'000, kMaxArms = 1'000, kMaxTrials = 100'000;
inline constexpr int kMaxRepeat = 1'000;
inline constexpr const char* kPromptKey = "agent.system_prompt";  // its values: files in the bundle

struct PlannedTask {
  std::string id;      // letters, digits, -, _ and .
  std::string file;    // in the bundle: "tasks/form/form.json"
  std::string sha256;  // as task_digest()
  friend bool operator==(const PlannedTask&, const PlannedTask&) = default;
};

// Something that differs between trials of the same task: a setting with two or more values.
struct ScoreAxis {
  std::string key;  // "model.name", "agent.profile", "overlays.grid"
  std::vector<std::string> values;
  friend bool operator==(const ScoreAxis&, const ScoreAxis&) = default;
};

// What a million tokens cost, in any currency; 0: unknown.
struct TokenPrices {
  double input = 0, output = 0;
  friend bool operator==(const TokenPrices&, const TokenPrices&) = default;
};

using SettingValues = std::vector<std::pair<std::string, std::string>>;

struct ScorePlan {
  std::string version;  // of FRANZ
  std::vector<PlannedTask> tasks;
  std::vector<ScoreAxis> axes;  // may be empty: one arm
  SettingValues fixed;          // settings of all trials: {"limits.max_turns", "30"}
  std::string agent;            // "solution" or "nothing" instead of a model; empty: the model
  int repeat = 1;
  TokenPrices prices;
  friend bool operator==(const ScorePlan&, const ScorePlan&) = default;
};

// The plan as one JSON object, the member "plan" of the ledger's first line.
std::string to_json(const ScorePlan& plan);
// Reads that object at `pointer` (empty: the whole). Failure, in `fields`: a limit above, an id or
// file name of another form, an id that occurs twice, or an axis without values.
ScorePlan read_score_plan(MessageFields& fields, const std::string& pointer);

// The product of the axes' values; the last axis changes fastest. Arms are numbered from 1.
std::size_t arm_count(const ScorePlan& plan);
// The values of an arm, by the keys of the axes: {"model.name", "qwen"}.
SettingValues arm_values(const ScorePlan& plan, int arm);
// For people: "model=qwen, grid=on"; if there are no axes, the agent or "all".
std::string arm_text(const ScorePlan& plan, int arm);

struct Trial {
  int task = 0;    // index in ScorePlan::tasks
  int arm = 1;     // from 1
  int repeat = 1;  // from 1
  friend auto operator<=>(const Trial&, const Trial&) = default;
};
// In the order in which they begin: all first repeats before the second ones, so that a score that
// is stopped early has measured every task.
std::vector<Trial> all_trials(const ScorePlan& plan);
// "zenity-form.2.1": task, arm, repeat. It is also the name of the run's folder; a further try has
// its number: "zenity-form.2.1-2".
std::string trial_name(const ScorePlan& plan, const Trial& trial);
std::string trial_folder(const std::string& trial, int attempt);

// What differs between two plans, for people: "repeat: 5 and 3". Empty: they are equal.
std::string difference(const ScorePlan& a, const ScorePlan& b);
}  // namespace franz::proxy
